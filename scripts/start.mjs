import { spawn } from 'node:child_process';
import path from 'node:path';
import { prepare } from './prepare.mjs';
import { root } from './run.mjs';

/** `npm start`: from a fresh clone, or any later state of it, to a running Stowage. */
const PARENT_CHECK_MS = 500;
const parent = process.ppid;

await prepare();
const server = spawn(process.execPath, ['--enable-source-maps', path.join(root, 'server/dist/main.js')], { stdio: 'inherit' });
// A terminal's Ctrl-C reaches the server as well; the same signal twice counts once there.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.once('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));

// npm and its shell die of a signal without passing it on. Nobody would then be left who could stop the server.
if (process.env.npm_lifecycle_event === 'start') {
  setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), PARENT_CHECK_MS).unref();
}
