// Replays golden records with the WebAssembly engine and compares the final hashes with the
// native ones, which the records hold: the same game must end the same on every platform.
//
//   node xtask/parity.mjs ENGINE.wasm RECORD.vanguard.json…
//
// One line per record, then `N passed, N failed`; exit 0 when none failed, 2 on wrong use.

import { readFile } from "node:fs/promises";

const [engine, ...records] = process.argv.slice(2);
if (!engine || records.length === 0) {
  console.error("usage: node xtask/parity.mjs ENGINE.wasm RECORD.vanguard.json…");
  process.exit(2);
}

const module = await WebAssembly.compile(await readFile(engine));

/** Replays a record's text in a fresh engine, so that a trap in one record can't harm the next. */
async function replay(text) {
  const { memory, alloc, free, replay } = (await WebAssembly.instantiate(module)).exports;
  const input = new TextEncoder().encode(text);
  const at = alloc(input.length);
  new Uint8Array(memory.buffer, at, input.length).set(input);
  const packed = BigInt.asUintN(64, replay(at, input.length));
  free(at, input.length);
  const [pointer, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
  // The memory may have grown and moved, so its buffer is asked for anew.
  const answer = new TextDecoder().decode(new Uint8Array(memory.buffer, pointer, length));
  free(pointer, length);
  return JSON.parse(answer);
}

/** Why a record does not agree, or nothing if it does. */
async function disagreement(text) {
  const want = JSON.parse(text).hash;
  if (typeof want !== "string") return "the record has no hash";
  const got = await replay(text);
  if (!got.ok) return got.error;
  if (got.hash !== want) return `the record says ${want}, WebAssembly ${got.hash}`;
  return undefined;
}

let [passed, failed] = [0, 0];
for (const record of records) {
  let reason;
  try {
    reason = await disagreement(await readFile(record, "utf8"));
  } catch (error) {
    reason = String(error);
  }
  if (reason === undefined) passed += 1;
  else failed += 1;
  console.log(reason === undefined ? `ok      ${record}` : `FAILED  ${record}: ${reason}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
