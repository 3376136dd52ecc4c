import { readdirSync } from 'node:fs';
import path from 'node:path';
import { cruiseImports } from './cruise-imports.mjs';
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
  const folders = ['contract/src', 'server/src', 'server/test', 'web/src', 'database/src', 'simulator/src'];
  const { violations, modules } = await cruiseImports(root, folders);
  for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} → ${to}`);
  const read = modules.filter(({ source }) => /\.tsx?$/.test(source) && folders.some((folder) => source.startsWith(`${folder}/`))).length;
  const files = folders.flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true })).filter((file) => /\.tsx?$/.test(String(file))).length;
  console.log(`${read} of ${files} files read, ${violations.length} imports against the rules`);
  return read < files || violations.length > 0 ? 1 : 0;
}

if (isMain(import.meta.url)) await check();
