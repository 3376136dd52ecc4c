import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './run.mjs';

/** Written after all packages of the lock file are installed. */
const everything = path.join(root, 'node_modules', '.installed-lock');
/** Written after the packages for building and running are installed. */
const product = path.join(root, 'node_modules', '.installed-product-lock');
const lock = path.join(root, 'package-lock.json');
const OLDEST_NODE = { 20: 19, 22: 12 };

/**
 * Installs the packages when they are missing or differ from the lock file.
 * @param {{ tools?: boolean; say?: (line: string) => void }} [options] `tools`: includes packages that only tests and development need
 */
export async function install({ tools = false, say = console.log } = {}) {
  refuseOldNode();
  const wanted = readFileSync(lock, 'utf8');
  if (isInstalled(everything, wanted) || (!tools && isInstalled(product, wanted))) return;
  if (tools && isInstalled(product, wanted)) {
    say('Installing the tools for tests and development (npm install) …');
    // `npm ci` would first delete the packages that a running server is using.
    await npm('install', '--no-save', '--prefer-offline');
  } else {
    say(tools ? 'Installing packages (npm ci) …' : 'Installing packages (npm ci --omit=dev) …');
    await npm('ci', '--prefer-offline', ...(tools ? [] : ['--omit=dev']));
  }
  rmSync(product, { force: true });
  writeFileSync(tools ? everything : product, wanted);
}

const isInstalled = (stamp, wanted) => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;

async function npm(...args) {
  const options = [...args, '--no-audit', '--no-fund'];
  const cli = process.env.npm_execpath;
  const code = cli ? await run(process.execPath, [cli, ...options]) : await run('npm', options);
  if (code !== 0) throw new Error(`npm ${args[0]} failed; see its output above`);
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major >= 24 || minor >= (OLDEST_NODE[major] ?? Number.POSITIVE_INFINITY)) return;
  throw new Error(`Stowage needs Node 24, 22.12 or later of 22, or 20.19 or later of 20; this is ${process.versions.node}`);
}
