import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** The parts that run in Vitest, as projects of the same names. `unit` stands for them. */
export const UNIT_PARTS = ['rules', 'calls', 'screens'];
/** The parts that can be named. */
const PARTS = ['check', ...UNIT_PARTS, 'journeys'];
/** The folders of areas, whose use cases can also be named, and other folders. */
const AREA_FOLDERS = ['contract/src', 'server/src/features', 'web/src/features'];
const OTHER_FOLDERS = ['server/src', 'server/src/integrations', 'web/src', 'e2e'];
const WORKSPACES = ['contract', 'scripts', 'simulator'];

/**
 * The selection that the words after `npm test --` describe.
 * @typedef {{ parts: string[]; filters: string[]; changed: string | undefined; isWhole: boolean }} Selection
 * @param {readonly string[]} words
 * @returns {Selection}
 * @throws Error that lists the valid words
 */
export function selectTests(words) {
  const areas = areaNames();
  const named = words.flatMap((word) => (word === 'unit' ? UNIT_PARTS : PARTS.includes(word) ? [word] : []));
  const filters = words.filter((word) => !isPart(word) && word !== '--changed');
  const unknown = filters.filter((word) => !areas.includes(word) && !existsSync(path.join(root, word)));
  if (unknown.length > 0) {
    throw new Error(`Unknown: ${unknown.join(', ')}. Name parts (unit, ${PARTS.join(', ')}), paths, --changed, or areas:\n  ${areas.join(', ')}`);
  }
  const isNarrowed = filters.length > 0;
  const parts = named.length > 0 ? [...new Set(named)] : isNarrowed ? PARTS.filter((part) => part !== 'check') : PARTS;
  const changed = words.includes('--changed') ? baseCommit() : undefined;
  return { parts, filters: filters.map(patternOf), changed, isWhole: !isNarrowed && changed === undefined };
}

const isPart = (word) => word === 'unit' || PARTS.includes(word);

/** An area's tests are in folders with its name. A path is used unchanged. */
const patternOf = (word) => (existsSync(path.join(root, word)) && word.includes('/') ? word : WORKSPACES.includes(word) ? `${root}/${word}/` : `/${word}/`);

/** The names of all folders with tests. */
export function areaNames() {
  const foldersIn = (folder, recursive) =>
    readdirSync(path.join(root, folder), { withFileTypes: true, recursive }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  const names = [...AREA_FOLDERS.flatMap((folder) => foldersIn(folder, true)), ...OTHER_FOLDERS.flatMap((folder) => foldersIn(folder, false)), ...WORKSPACES];
  return [...new Set(names)].filter((name) => !['features', 'results', 'support', 'node_modules'].includes(name)).sort();
}

/** The commit where this branch left `main`. @throws Error without a `main` to compare with */
function baseCommit() {
  for (const branch of ['main', 'origin/main']) {
    try {
      return execFileSync('git', ['merge-base', 'HEAD', branch], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {
      // Tries the next name.
    }
  }
  throw new Error('--changed compares with the branch main, and this checkout has neither main nor origin/main');
}

/** The files that differ from a commit, including new ones. @param {string} base */
export function changedFiles(base) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])];
}
