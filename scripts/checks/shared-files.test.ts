import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const source = path.resolve(import.meta.dirname, '../../web/src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
const importsOf = new Map(files.map((file) => [file, readImports(file)]));
const shared = files.filter((file) => file.startsWith('shared/'));

it.each(shared)('%s serves at least two features', (file) => {
  expect([...usersOf(file)].length).toBeGreaterThan(1);
});

/** The features that import a shared file, directly or through other shared files. The application counts as one. */
function usersOf(file: string, seen = new Set<string>()): Set<string> {
  seen.add(file);
  const importers = files.filter((other) => importsOf.get(other)?.has(file) && !seen.has(other));
  return new Set(importers.flatMap((other) => (other.startsWith('shared/') ? [...usersOf(other, seen)] : [areaOf(other)])));
}

function areaOf(file: string): string {
  const [folder, feature] = file.split('/');
  return folder === 'features' ? `${folder}/${feature}` : 'app';
}

function readImports(file: string): Set<string> {
  const text = readFileSync(path.join(source, file), 'utf8');
  return new Set([...text.matchAll(/['"](\.{1,2}\/[^'"]+)['"]/g)].map(([, target = '']) => path.join(path.dirname(file), target)));
}
