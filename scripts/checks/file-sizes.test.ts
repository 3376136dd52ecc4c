import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const MAX_LINES = 250;
const MAX_FILES = 20;

const sources = ['bench', 'contract', 'database', 'e2e', 'operations', 'scripts', 'server', 'simulator', 'web'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter((file) => /\.(ts|tsx|js|mjs|sql|css)$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file)),
);

/** Tests list behaviors, generated files are only searched, and migrations are never split. */
const isLimited = (file: string) => !/\.test\.tsx?$|\.generated\.ts$|^database\/(schema\.sql|migrations\/|legacy\/)/.test(file);

it(`no source file has more than ${MAX_LINES} lines`, () => {
  const lines = (file: string) => readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n').length;
  expect(sources.filter((file) => isLimited(file) && lines(file) > MAX_LINES)).toEqual([]);
});

it(`no folder but that of the migrations has more than ${MAX_FILES} source files, tests included`, () => {
  const counts = new Map<string, number>();
  for (const file of sources) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([folder, count]) => folder !== 'database/migrations' && count > MAX_FILES)).toEqual([]);
});
