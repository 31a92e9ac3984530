// The engine in a worker: texts in, texts out, through its linear memory.
interface Exports {
  memory: WebAssembly.Memory;
  alloc(len: number): number;
  ask(ptr: number, len: number): bigint;
  free(ptr: number, len: number): void;
}

// The page sends the compiled engine first; questions that come before it wait.
let begin: (module: WebAssembly.Module) => void;
const load = new Promise<WebAssembly.Module>((done) => (begin = done))
  .then((module) => WebAssembly.instantiate(module, {}))
  .then((instance) => instance.exports as unknown as Exports);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** One question to the engine. The memory may move while it thinks, so it is looked up afresh. */
function ask(engine: Exports, question: string): string {
  const bytes = encoder.encode(question);
  const room = engine.alloc(bytes.length);
  new Uint8Array(engine.memory.buffer, room, bytes.length).set(bytes);
  const packed = BigInt.asUintN(64, engine.ask(room, bytes.length));
  engine.free(room, bytes.length);
  const [at, len] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
  const answer = decoder.decode(new Uint8Array(engine.memory.buffer, at, len));
  engine.free(at, len);
  return answer;
}

self.onmessage = async (event: MessageEvent<{ module: WebAssembly.Module } | { id: number; question: string }>) => {
  if ('module' in event.data) {
    begin(event.data.module);
    return;
  }
  const { id, question } = event.data;
  try {
    self.postMessage({ id, answer: ask(await load, question) });
  } catch (error) {
    const message = `The engine stopped (${String(error)}). Your game is saved: reload the page to go on.`;
    self.postMessage({ id, answer: JSON.stringify({ refused: { message, rule: null } }) });
  }
};
