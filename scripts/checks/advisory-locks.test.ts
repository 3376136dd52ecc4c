import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const source = path.resolve(import.meta.dirname, '../../server/src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));

it('no two purposes share the number of an advisory lock', () => {
  const numbers = files.flatMap((file) => readFileSync(path.join(source, file), 'utf8').match(/\b871_\d{3}\b/g) ?? []);
  expect(numbers.length).toBeGreaterThan(20);
  expect(numbers.filter((number, nth) => numbers.indexOf(number) !== nth)).toEqual([]);
});
