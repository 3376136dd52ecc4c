import { spawn } from 'node:child_process';
import { install } from './install.mjs';
import { bin, root } from './run.mjs';

/** `npm run dev`: the server restarts and the page reloads itself when their source changes. */
await install({ tools: true });
const options = { cwd: root, stdio: 'inherit' };
const children = [
  spawn(bin('tsx'), ['watch', 'server/src/main.ts'], options),
  spawn(bin('vite'), ['--clearScreen', 'false'], { ...options, cwd: `${root}/web` }),
];
for (const child of children) {
  child.once('exit', (code) => {
    for (const other of children) other.kill();
    process.exitCode ??= code ?? 1;
  });
}
