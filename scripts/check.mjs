import { readdirSync } from 'node:fs';
import path from 'node:path';
import { install } from './install.mjs';
import { bin, isMain, root, run } from './run.mjs';

/** Everything that is wrong without running the product: types, lint and format, architecture, dead code. */
export async function check() {
  await install();
  const steps = [
    ['Types of the server', bin('tsc'), ['-p', 'tsconfig.json']],
    ['Types of the page', bin('tsc'), ['-p', 'web/tsconfig.json']],
    ['Types of the journeys', bin('tsc'), ['-p', 'e2e/tsconfig.json']],
    ['Lint and format', bin('biome'), ['check', '--error-on-warnings', '.']],
    ['Dead code and unused packages', bin('knip'), []],
  ];
  for (const [name, command, args] of steps) await step(name, () => run(command, args));
  await step('Architecture', checkArchitecture);
}

export async function step(name, work) {
  console.log(`\n▸ ${name}`);
  const code = await work();
  if (code !== 0) {
    console.error(`✗ ${name} failed`);
    process.exit(code);
  }
}

/**
 * With some versions of TypeScript, dependency-cruiser reads no module at all and finds nothing wrong. So the
 * modules it read are counted against the files there are.
 */
async function checkArchitecture() {
  const { cruise } = await import('dependency-cruiser');
  const { default: extract } = await import('dependency-cruiser/config-utl/extract-depcruise-config');
  const folders = ['contract/src', 'server/src', 'server/test', 'web/src', 'database/src', 'simulator/src'];
  const options = await extract(path.join(root, '.dependency-cruiser.cjs'));
  process.chdir(root);
  const { output, exitCode } = await cruise(folders, { ...options, outputType: 'err' });
  const { output: json } = await cruise(folders, { ...options, outputType: 'json' });
  console.log(output.trim());
  const read = JSON.parse(json).modules.filter(({ source }) => /\.tsx?$/.test(source) && !source.includes('node_modules')).length;
  const files = folders.flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true })).filter((file) => /\.tsx?$/.test(String(file))).length;
  if (read < files) console.error(`Only ${read} of ${files} files were read`);
  return read < files ? 1 : exitCode;
}

if (isMain(import.meta.url)) await check();
