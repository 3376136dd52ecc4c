import { spawn } from 'node:child_process';
import path from 'node:path';
import { install } from './install.mjs';
import { root } from './run.mjs';

/** `npm start`: from a fresh clone, or any later state of it, to a running Stowage. */
try {
  await install();
  const { build } = await import('./build.mjs');
  await build();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const server = spawn(process.execPath, ['--enable-source-maps', path.join(root, 'server/dist/main.js')], { stdio: 'inherit' });
// Ctrl-C in a terminal reaches the server by itself; a signal sent to this process alone is passed on.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signal === 'SIGTERM' && server.kill(signal));
server.once('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
