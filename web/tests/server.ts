// Starts the real program for the tests, with data of its own, and stops it afterwards.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export default async function serve(): Promise<() => Promise<void>> {
  if (process.env['VANGUARD_URL']) return async () => {}; // Somebody else's server, named by hand.
  const port = process.env['VANGUARD_PORT'] ?? '8137';
  const program = resolve(process.env['VANGUARD_BIN'] ?? '../target/debug/vanguard');
  if (!existsSync(program)) throw new Error(`${program} is not there: build it with cargo build -p cli, or name it in VANGUARD_BIN`);
  const data = mkdtempSync(join(tmpdir(), 'vanguard-e2e-'));
  const page = process.env['VANGUARD_PAGE'];
  const more = [...(page ? ['--page', resolve(page)] : []), ...(process.env['VANGUARD_ARGS'] ?? '').split(' ').filter(Boolean)];
  const child = spawn(program, ['serve', '--addr', `127.0.0.1:${port}`, '--db', join(data, 'vanguard.db'), ...more], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, XDG_DATA_HOME: data, HOME: data, RUST_LOG: 'warn' },
  });
  let ended = false;
  child.on('exit', () => (ended = true));
  const until = Date.now() + 30_000;
  for (;;) {
    if (ended) throw new Error('the server ended before it answered');
    const fine = await fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.ok, () => false);
    if (fine) break;
    if (Date.now() > until) throw new Error('the server did not answer within 30 seconds');
    await new Promise((done) => setTimeout(done, 100));
  }
  return async () => {
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await Promise.race([gone, new Promise((done) => setTimeout(done, 5000))]);
    if (!ended) child.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  };
}
