import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isMain, root } from './run.mjs';

/** Builds the outputs whose sources changed: the bundles of the server and the simulator, and the page. */
export async function build({ say = console.log, only } = {}) {
  const jobs = [
    { name: 'server', sources: ['contract/src', 'server/src', 'server/package.json'], output: 'server/dist', run: buildServer },
    { name: 'simulator', sources: ['simulator/src', 'simulator/package.json'], output: 'simulator/dist', run: buildSimulator },
    {
      name: 'page',
      sources: ['contract/src', 'web/src', 'web/public', 'web/index.html', 'web/upload.html', 'web/vite.config.ts', 'web/chunks.ts', 'web/package.json'],
      output: 'web/dist',
      run: buildPage,
    },
  ];
  for (const job of jobs.filter(({ name }) => only === undefined || name === only)) {
    const stamp = path.join(root, job.output, '.built-from');
    const fingerprint = fingerprintOf([...job.sources, 'package.json', 'package-lock.json', 'scripts/build.mjs']);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) continue;
    say(`Building the ${job.name} …`);
    await job.run();
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, fingerprint);
  }
}

const buildServer = () => bundleNode('server', ['main', 'worker', 'cli']);
const buildSimulator = () => bundleNode('simulator', ['main']);

async function bundleNode(workspace, entries) {
  const { build: bundle } = await import('esbuild');
  const outdir = path.join(root, workspace, 'dist');
  const { metafile } = await bundle({
    entryPoints: entries.map((name) => path.join(root, workspace, 'src', `${name}.ts`)),
    outdir,
    metafile: true,
    // A command of the command line loads only what it needs.
    splitting: true,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    // The process reads the maps while it starts, and the sources in them were two thirds of their bytes.
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [{ name: 'packages-stay-outside', setup: externalPackages }],
  });
  const written = new Set(Object.keys(metafile.outputs).map((file) => path.resolve(file)));
  for (const file of filesIn(outdir)) if (!written.has(file)) rmSync(file);
}

/**
 * Packages of hundreds of small modules, which took a third of the start of the process to load one by one, and bidi-js, which the
 * contract names: a release installs only what the server names.
 */
const BUNDLED_PACKAGES = /^(bidi-js|kysely|ramda|ts-tracking-number|zod)(\/|$)/;

/** Bundles our own workspaces from source and imports other installed packages from `node_modules`. */
function externalPackages(bundler) {
  bundler.onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) => {
    const isBundled = kind === 'entry-point' || name.startsWith('@stowage/') || path.isAbsolute(name) || BUNDLED_PACKAGES.test(name);
    return isBundled ? undefined : { path: name, external: true };
  });
}

async function buildPage() {
  await finished(
    spawn(process.execPath, [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
      cwd: path.join(root, 'web'),
      // A test's or a developer's own setting would change the page.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: 'inherit',
    }),
  );
  const assets = filesIn(path.join(root, 'web/dist')).filter((file) => /\.(js|css|html|svg)$/.test(file));
  await Promise.all(assets.map(compress));
}

/** Compresses files once, at build time, instead of for every request. */
async function compress(file) {
  const content = readFileSync(file);
  if (content.length < 1024) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, quality));
  writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

function fingerprintOf(sources) {
  const hash = createHash('sha256').update(process.version);
  for (const source of sources) {
    const full = path.join(root, source);
    if (!existsSync(full)) continue;
    for (const file of statSync(full).isDirectory() ? filesIn(full) : [full]) hash.update(path.relative(root, file)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function finished(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The build of the page failed (exit code ${code})`))));
  });
}

if (isMain(import.meta.url)) await build();
