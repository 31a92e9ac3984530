// The engine in the test's own process, to find positions and to know what must be shown.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Exports {
  memory: WebAssembly.Memory;
  alloc(len: number): number;
  ask(ptr: number, len: number): bigint;
  free(ptr: number, len: number): void;
}

const file = process.env['ENGINE'] ?? fileURLToPath(new URL('../engine/engine.wasm', import.meta.url));
let loaded: Promise<Exports> | null = null;

/** Asks the desk; throws what it refuses. */
export async function ask<T>(question: object): Promise<T> {
  loaded ??= WebAssembly.instantiate(readFileSync(file)).then(({ instance }) => instance.exports as unknown as Exports);
  const engine = await loaded;
  const bytes = new TextEncoder().encode(JSON.stringify(question));
  const room = engine.alloc(bytes.length);
  new Uint8Array(engine.memory.buffer, room, bytes.length).set(bytes);
  const packed = BigInt.asUintN(64, engine.ask(room, bytes.length));
  const [at, len] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
  const text = new TextDecoder().decode(new Uint8Array(engine.memory.buffer, at, len));
  engine.free(room, bytes.length);
  engine.free(at, len);
  const answer = JSON.parse(text) as { ok: T } | { refused: { message: string } };
  if ('refused' in answer) throw new Error(answer.refused.message);
  return answer.ok;
}
