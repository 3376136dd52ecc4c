import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './run.mjs';

/**
 * Runs the fast suite on the newest Node that Stowage supports, then the soak suite on this machine's Node. A file that fails runs once
 * more, alone. Ends with the summaries and the totals of both.
 */
const NEWEST = '24.21.0';

const totals = { passed: 0, failed: 0 };
/** The end of each suite's output, with the names of its failed tests. */
const summaries = [];
try {
  const newest = await newestNode();
  console.log(`▸ npm test on Node ${NEWEST}`);
  await runSuite(newest, []);
  installPgBouncer();
  console.log(`\n▸ npm run test:soak on Node ${process.versions.node}`);
  await runSuite(process.execPath, ['--soak']);
} catch (error) {
  console.error(error.message);
  totals.failed += 1;
}
for (const summary of summaries) console.log(summary);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);

/**
 * Runs a suite, shows its output and adds its totals.
 * @param {string} node the Node for it and for every program that it starts
 * @param {string[]} words
 */
async function runSuite(node, words) {
  const PATH = `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`;
  // npm, which started this script, belongs to the machine's own Node.
  const { npm_execpath: _npm, ...environment } = process.env;
  const child = spawn(node, ['scripts/test.mjs', '--again', ...words], { cwd: root, env: { ...environment, PATH }, stdio: ['ignore', 'pipe', 'inherit'] });
  let end = '';
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk);
    end = `${end}${chunk}`.slice(-10_000);
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  summaries.push(`\n▸ ${['npm test', ...words].join(' ')}\n${end.split('\n\n').at(-1) ?? ''}`);
  const counted = /(\d+) passed, (\d+) failed\s*$/.exec(end);
  totals.passed += Number(counted?.[1] ?? 0);
  totals.failed += Number(counted?.[2] ?? 0);
  if (code !== 0 && !(Number(counted?.[2]) > 0)) throw new Error(`The suite ended with exit code ${code} and without a result`);
}

/** For the soak suite, which skips its tests where it can't be installed. */
function installPgBouncer() {
  const isThere = () => spawnSync('pgbouncer', ['--version'], { env: { PATH: `${process.env.PATH}:/usr/sbin` } }).status === 0;
  if (isThere()) return;
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'pgbouncer'], { stdio: 'ignore' });
  if (!isThere()) console.log('▸ PgBouncer could not be installed: its tests are skipped');
}

/** @returns the program, installed from the registry where this machine runs another version */
async function newestNode() {
  if (process.versions.node.split('.')[0] === NEWEST.split('.')[0]) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const folder = path.join(root, '.cache', `node-${NEWEST}`);
  const program = path.join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const options = ['--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const code = await run('npm', ['install', ...options, `${name}@${NEWEST}`]);
  if (code !== 0 || !existsSync(program)) throw new Error(`Node ${NEWEST} could not be installed (npm install ${name}@${NEWEST}); the fast suite did not run`);
  return program;
}
