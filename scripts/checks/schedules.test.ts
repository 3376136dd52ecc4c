import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const source = path.resolve(import.meta.dirname, '../../server/src');

it('schedules stand in files of tasks and jobs, where a reader looks for them', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const scheduled = files.filter((file) => /\bcron: '/.test(readFileSync(path.join(source, file), 'utf8')));
  expect(scheduled.length).toBeGreaterThan(20);
  expect(scheduled.filter((file) => !/\.(task|tasks|job)\.ts$/.test(file))).toEqual([]);
});
