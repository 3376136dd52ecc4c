import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './run.mjs';

const stamp = path.join(root, 'node_modules', '.installed-lock');
const lock = path.join(root, 'package-lock.json');
const OLDEST_NODE = [20, 19];

/** Installs the packages when they are missing or not those of the lock file. */
export async function install({ say = console.log } = {}) {
  refuseOldNode();
  const wanted = readFileSync(lock, 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Installing packages (npm ci) …');
  const npm = process.env.npm_execpath;
  const code = npm ? await run(process.execPath, [npm, 'ci', '--no-audit', '--no-fund']) : await run('npm', ['ci', '--no-audit', '--no-fund']);
  if (code !== 0) throw new Error('npm ci failed; its own words are above');
  writeFileSync(stamp, wanted);
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    throw new Error(`Stowage needs Node ${OLDEST_NODE.join('.')} or later; this is ${process.versions.node}`);
  }
}
