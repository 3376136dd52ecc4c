import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What the scripts share. Nothing here may need an installed package. */

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

export function isMain(url) {
  return process.argv[1] !== undefined && pathToFileURL(process.argv[1]).href === url;
}

/** Runs a program with its output shown. @returns its exit code */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal === null ? 1 : 128)));
  });
}

/** Runs a program of an installed package: `bin('vitest')`. */
export function bin(name) {
  return path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
}
