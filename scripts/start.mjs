import { spawn } from 'node:child_process';
import path from 'node:path';
import { prepare } from './prepare.mjs';
import { root } from './run.mjs';

/** `npm start`: brings any state of a clone to a running Stowage. */
const PARENT_CHECK_MS = 500;
const parent = process.ppid;

await prepare();
const server = spawn(process.execPath, ['--enable-source-maps', path.join(root, 'server/dist/main.js')], { stdio: 'inherit' });
// A terminal's Ctrl-C also reaches the server, which counts the same signal once.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.once('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));

// npm and its shell die of a signal without passing it on, and nothing could stop the server then.
if (process.env.npm_lifecycle_event === 'start') {
  setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), PARENT_CHECK_MS).unref();
}
