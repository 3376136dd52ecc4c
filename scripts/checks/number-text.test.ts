import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const HELPER = path.join('contract', 'src', 'formats', 'text', 'number-text.ts');
/** Both write numbers in the language of the environment, unless each call names another one. */
const FORBIDDEN = /\btoLocaleString\b|\bIntl\.NumberFormat\(/;

const sources = ['contract/src', 'server/src', 'web/src', 'simulator/src', 'bench/src'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => path.join(folder, file)),
);

it('only numberText writes numbers for people', () => {
  expect(sources.filter((file) => FORBIDDEN.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([HELPER]);
});

it('a message of the server has English numbers in a German environment', () => {
  const script = `
    const { readCell } = await import('./server/src/features/spreadsheets/rows/cell.rules.ts');
    const column = { name: 'x', title: 'Weight', aliases: [], type: 'decimal', example: '2', explanation: '', max: 1000 };
    console.log((1234.5).toLocaleString());
    console.log(readCell(column, '2000', { isMonthFirst: true }).problem);`;
  const env = { ...process.env, LC_ALL: 'de_DE.UTF-8' };
  const output = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], { cwd: root, env, encoding: 'utf8' });
  expect(output.trim().split('\n')).toEqual(['1.234,5', 'Weight must be less than 1,000']);
});
