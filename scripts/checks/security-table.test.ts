import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** The requirements of levels 1 and 2 of OWASP ASVS 5.0.0, by section. */
const REQUIREMENTS = `1.1.1-2 1.2.1-9 1.3.1-11 1.4.1-3 1.5.1-2 2.1.1-3 2.2.1-3 2.3.1-4 2.4.1 3.2.1-2 3.3.1-4 3.4.1-6 3.5.1-5 3.7.1-2 4.1.1-3 4.2.1
  4.3.1-2 4.4.1-4 5.1.1 5.2.1-3 5.3.1-2 5.4.1-3 6.1.1-3 6.2.1-12 6.3.1-4 6.4.1-4 6.5.1-5 6.6.1-3 6.8.1-4 7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2
  7.6.1-2 8.1.1-2 8.2.1-3 8.3.1 8.4.1 9.1.1-3 9.2.1-4 10.1.1-2 10.2.1-2 10.3.1-4 10.4.1-11 10.5.1-5 10.6.1-2 10.7.1-3 11.1.1-2 11.2.1-3 11.3.1-3
  11.4.1-4 11.5.1 11.6.1 12.1.1-3 12.2.1-2 12.3.1-4 13.1.1 13.2.1-5 13.3.1-2 13.4.1-5 14.1.1-2 14.2.1-4 14.3.1-3 15.1.1-3 15.2.1-3 15.3.1-7 16.1.1
  16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3 17.1.1 17.2.1-4 17.3.1-2`;
const STATES = ['met', 'not met', 'not applicable'];

const root = path.resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(path.join(root, 'docs', name), 'utf8');
const rows = read('security/asvs.md')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, number = '', , state = '', where = '']) => ({ number, state, where }));
const numbersOf = (wanted: string) => rows.filter(({ state }) => state === wanted).map(({ number }) => number);

function expand(range: string): string[] {
  const [, section, first, last = first] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(range) ?? [];
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${section}.${Number(first) + index}`);
}

it('judges every requirement once, and says where or why', () => {
  expect(rows.map(({ number }) => number)).toEqual(REQUIREMENTS.split(/\s+/).flatMap(expand));
  expect(rows.filter(({ state, where }) => !STATES.includes(state) || where === '')).toEqual([]);
});

it('counts them, and lists those that are not met, as the table does', () => {
  const [met, missing, without] = STATES.map((state) => numbersOf(state).length) as [number, number, number];
  const share = ((100 * met) / (met + missing)).toFixed(1);
  const overview = read('security.md');
  expect(overview).toContain(
    `Of the ${rows.length} requirements of levels 1 and 2, ${met} are met, ${missing} are not met and ${without} are not applicable: ${share} % of the applicable ones are met.`,
  );
  const listed = [...(overview.split('\nNot met:\n')[1]?.split('\n## ')[0] ?? '').matchAll(/\d+\.\d+\.\d+/g)].map(([number]) => number);
  expect(listed.sort()).toEqual(numbersOf('not met').sort());
});

it('names files that exist', () => {
  const roots = ['', 'server/src', 'server/src/features', 'web/src', 'scripts', 'contract/src'];
  const named = rows.flatMap(({ where }) => [...where.matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|tsx|mjs))`/g)].map(([, name = '']) => name));
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !roots.some((folder) => existsSync(path.join(root, folder, name))))).toEqual([]);
});
