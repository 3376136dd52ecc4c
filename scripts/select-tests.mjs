import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** What can be asked for by name; `unit` stands for three of them. */
const PARTS = ['check', 'rules', 'calls', 'screens', 'journeys'];
const UNIT = ['rules', 'calls', 'screens'];
/** The folders of areas, whose folders of use cases can be named as well, and folders beside them. */
const AREA_FOLDERS = ['contract/src', 'server/src/features', 'web/src/features'];
const OTHER_FOLDERS = ['server/src', 'server/src/integrations', 'web/src', 'e2e'];
const WORKSPACES = ['contract', 'scripts', 'simulator'];

/**
 * What the words after `npm test --` ask for.
 * @typedef {{ parts: string[]; filters: string[]; changed: string | undefined; isWhole: boolean }} Selection
 * @param {readonly string[]} words
 * @returns {Selection}
 * @throws Error that says what can be asked for
 */
export function selectTests(words) {
  const areas = areaNames();
  const named = words.flatMap((word) => (word === 'unit' ? UNIT : PARTS.includes(word) ? [word] : []));
  const filters = words.filter((word) => !isPart(word) && word !== '--changed');
  const unknown = filters.filter((word) => !areas.includes(word) && !existsSync(path.join(root, word)));
  if (unknown.length > 0) {
    throw new Error(`npm test knows no ${unknown.join(', ')}. It takes parts (unit, ${PARTS.join(', ')}), --changed, paths, and areas:\n  ${areas.join(', ')}`);
  }
  const isNarrowed = filters.length > 0;
  const parts = named.length > 0 ? [...new Set(named)] : isNarrowed ? PARTS.filter((part) => part !== 'check') : PARTS;
  const changed = words.includes('--changed') ? baseCommit() : undefined;
  return { parts, filters: filters.map(patternOf), changed, isWhole: !isNarrowed && changed === undefined };
}

const isPart = (word) => word === 'unit' || PARTS.includes(word);

/** An area's tests lie in folders of its name; a path is taken as it is. */
const patternOf = (word) => (existsSync(path.join(root, word)) && word.includes('/') ? word : WORKSPACES.includes(word) ? `${root}/${word}/` : `/${word}/`);

/** Every folder that an area, or another part of the code with tests of its own, can be named by. */
export function areaNames() {
  const foldersIn = (folder, recursive) =>
    readdirSync(path.join(root, folder), { withFileTypes: true, recursive }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  const names = [...AREA_FOLDERS.flatMap((folder) => foldersIn(folder, true)), ...OTHER_FOLDERS.flatMap((folder) => foldersIn(folder, false)), ...WORKSPACES];
  return [...new Set(names)].filter((name) => !['features', 'results', 'support', 'node_modules'].includes(name)).sort();
}

/** Where this branch left `main`. @throws Error where there is no `main` to compare with */
function baseCommit() {
  for (const branch of ['main', 'origin/main']) {
    try {
      return execFileSync('git', ['merge-base', 'HEAD', branch], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {
      // The next name may exist.
    }
  }
  throw new Error('--changed compares with the branch main, and this checkout has neither main nor origin/main');
}

/** The files that differ from a commit, new ones included. @param {string} base */
export function changedFiles(base) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])];
}
