import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prepare } from './prepare.mjs';
import { billOfMaterials } from './release/bill-of-materials.mjs';
import { productionPackages } from './release/production-packages.mjs';
import { capture, root } from './run.mjs';

/**
 * `npm run release`: writes `release/` with a package that `npm install` and `npx` start without git and build tools, its bill of
 * materials and their checksums. Two runs on the same commit write the same bytes.
 */
const read = (name) => JSON.parse(readFileSync(path.join(root, name), 'utf8'));
const { version, description, engines } = read('package.json');
const lock = read('package-lock.json');

/** What the package holds of the checkout, and which files of it. */
const CONTENT = [
  ['server/dist', /\.js(\.map)?$/],
  ['simulator/dist', /\.js$/],
  ['web/dist', /^(?!.*\.map$)(?!\.built-from$)/],
  ['database', /./],
  ['docs', /./],
  ['operations', /./],
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE'].map((file) => [file, /./]),
];

await prepare();
const stage = mkdtempSync(path.join(os.tmpdir(), 'stowage-release-'));
try {
  const { dependencies, optionalDependencies } = read('server/package.json');
  const packages = productionPackages(lock, { dependencies, optionalDependencies });
  const manifest = manifestOf(dependencies, packages);
  for (const [place, pattern] of CONTENT) copy(place, pattern);
  for (const place of Object.keys(packages)) if (isBundled(packages[place])) copyPackage(place);
  write('package.json', manifest);
  write('npm-shrinkwrap.json', lockOf(manifest, packages));
  const folder = path.join(root, 'release');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const archive = await pack(folder);
  const bom = `stowage-${version}.cdx.json`;
  const bill = billOfMaterials({ version, archive, installed: packages, compiled: compiledPackages() });
  writeFileSync(path.join(folder, bom), `${JSON.stringify(bill, null, 2)}\n`);
  const sums = [archive.name, bom].map((file) => `${sha256(path.join(folder, file))}  ${file}\n`);
  writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''));
  console.log(`${sums.join('')}The release is in ${folder}`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(stage, { recursive: true, force: true });
}

/** The archive holds the packages that run everywhere: npm ignores the lock of a package that it installs from a file. */
function isBundled({ optional }) {
  return !optional;
}

/** Programs for one platform have exact versions in the manifest, and npm installs those of its platform. */
function isNative({ optional, os: systems, cpu }) {
  return optional && (systems ?? cpu) !== undefined;
}

function manifestOf(dependencies, packages) {
  const named = (filter) => Object.entries(packages).flatMap(([place, entry]) => (filter(entry) ? [[place.slice('node_modules/'.length), entry.version]] : []));
  return {
    ...{ name: 'stowage', version, description, license: 'SEE LICENSE IN LICENSE', type: 'module', engines },
    bin: { stowage: 'server/dist/cli.js' },
    dependencies,
    optionalDependencies: Object.fromEntries(named(isNative)),
    bundleDependencies: named(isBundled).flatMap(([name]) => (name.includes('node_modules/') ? [] : [name])),
  };
}

/** For `npm ci` in the unpacked archive. */
function lockOf({ name, engines: range, bin, license: terms, dependencies, optionalDependencies }, packages) {
  const own = { name, version, license: terms, engines: range, bin, dependencies, optionalDependencies };
  return { name, version, lockfileVersion: lock.lockfileVersion, requires: true, packages: { '': own, ...packages } };
}

/** Without the packages inside it, which have places of their own. */
function copyPackage(place) {
  const from = path.join(root, place);
  cpSync(from, path.join(stage, place), { recursive: true, filter: (file) => !path.relative(from, file).split(path.sep).includes('node_modules') });
  const file = path.join(place, 'package.json');
  const { optionalDependencies, ...own } = read(file);
  // A global install of npm leaves out what a package of the archive depends on; the manifest of the release names it.
  if (optionalDependencies !== undefined) write(file, own);
}

function copy(place, pattern) {
  const from = path.join(root, place);
  cpSync(from, path.join(stage, place), {
    recursive: true,
    filter: (file) => file === from || !path.basename(file).includes('.') || pattern.test(path.relative(from, file)),
  });
}

function write(file, content) {
  writeFileSync(path.join(stage, file), `${JSON.stringify(content, null, 2)}\n`);
}

/** npm sorts the files and gives all of them the same date. */
async function pack(folder) {
  const { code, output } = await capture('npm', ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder], { cwd: stage });
  if (code !== 0) throw new Error(`npm pack failed:\n${output}`);
  const [file = ''] = readdirSync(folder);
  const name = `stowage-${version}.tgz`;
  renameSync(path.join(folder, file), path.join(folder, name));
  return { name, sha256: sha256(path.join(folder, name)) };
}

/** The packages whose code the source maps of the page name. */
function compiledPackages() {
  const assets = path.join(root, 'web/dist/assets');
  const maps = readdirSync(assets).filter((file) => file.endsWith('.js.map'));
  const sources = maps.flatMap((file) => JSON.parse(readFileSync(path.join(assets, file), 'utf8')).sources);
  const places = sources
    .flatMap((source) => /(?:^|\/)(node_modules\/.*)$/.exec(source)?.[1] ?? [])
    .map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
  const known = [...new Set(places)].filter((place) => lock.packages[place]?.version !== undefined).sort();
  return Object.fromEntries(known.map((place) => [place, { ...lock.packages[place], optional: false }]));
}

function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
