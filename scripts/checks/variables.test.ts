import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const SERVER = 'server/src';

/** The variables of the configuration's schema and of those that it includes. */
const variables = readdirSync(path.join(root, SERVER), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('-config.ts') || name === 'config/config.ts')
  .flatMap((name) => [...read(path.join(SERVER, name)).matchAll(/^ {2}([A-Z][A-Z0-9_]+): \w+/gm)].map(([, variable = '']) => variable));

it('README.md lists every variable', () => {
  expect(variables.length).toBeGreaterThan(50);
  const listed = read('README.md');
  expect(variables.filter((name) => !name.startsWith('STOWAGE_OIDC_') && !listed.includes(`\`${name}\``))).toEqual([]);
});

/** The image has them, and the service is the only one. */
const OF_THE_IMAGE = ['HOST', 'PORT', 'STOWAGE_DATA_DIR', 'STOWAGE_ROLE'];

it('compose.yaml passes every variable', () => {
  const passed = new Set([...read('compose.yaml').matchAll(/^ {6}([A-Z][A-Z0-9_]+?)(?:_FILE)?:/gm)].map(([, name]) => name));
  expect(variables.filter((name) => !passed.has(name.replace(/_FILE$/, '')) && !OF_THE_IMAGE.includes(name))).toEqual([]);
});

it('the page about containers lists every variable that can be in a file', () => {
  const names = [...read(path.join(SERVER, 'config/secret-files.ts')).matchAll(/^ {2}'([A-Z0-9_]+)',/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(10);
  const page = read('docs/operations/container.md');
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
