import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** What is not packed already. */
const LOOSE = /\.(?:js|css|html|svg|wasm|json|webmanifest)$/;
/** Below this, packing saves no packet on the wire. */
const LEAST = 1200;

/** Lays packed files beside the build's own, so that the server need not pack the engine anew for everybody who comes. */
export function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir = 'dist' }, bundle) {
      for (const file of Object.keys(bundle).filter((name) => LOOSE.test(name))) {
        const bytes = readFileSync(join(dir, file));
        if (bytes.length < LEAST) continue;
        // The highest quality takes a minute for the engine and saves a seventh more.
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        writeFileSync(join(dir, `${file}.br`), brotliCompressSync(bytes, { params }));
        writeFileSync(join(dir, `${file}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
