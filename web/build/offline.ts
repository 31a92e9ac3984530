import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Writes `sw.js`, which keeps every file of the build, so that the page works with the network off. */
export function offline(): Plugin {
  const worker = fileURLToPath(new URL('./sw.js', import.meta.url));
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((file) => !file.endsWith('.map') && file !== 'index.html');
      const urls = ['/', '/boot.css', '/boot.js', '/icon.svg', '/manifest.webmanifest', ...files.map((file) => `/${file}`)].sort();
      const hash = createHash('sha256');
      for (const file of Object.values(bundle)) hash.update(file.type === 'chunk' ? file.code : file.source);
      const source = readFileSync(worker, 'utf8')
        .replace('__FILES__', JSON.stringify(urls))
        .replace('__VERSION__', JSON.stringify(hash.digest('hex').slice(0, 16)));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}
