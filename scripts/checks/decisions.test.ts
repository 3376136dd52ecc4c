import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const folder = path.resolve(import.meta.dirname, '../../docs/decisions');

it('decisions are numbered without gaps, and each is in the index', () => {
  const files = readdirSync(folder).filter((name) => name !== 'README.md');
  expect(files.map((name) => name.slice(0, 5)).sort()).toEqual(files.map((_, nth) => `${String(nth + 1).padStart(4, '0')}-`));
  const index = readFileSync(path.join(folder, 'README.md'), 'utf8');
  const indexed = new Set([...index.matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)].map(([, name]) => name));
  expect([...indexed].sort()).toEqual(files.sort());
});

it('decisions carry their number in their title', () => {
  const titles = readdirSync(folder).filter((name) => name !== 'README.md');
  expect(titles.filter((name) => !readFileSync(path.join(folder, name), 'utf8').startsWith(`# ${name.slice(0, 4)}: `))).toEqual([]);
});
