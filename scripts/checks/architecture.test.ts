import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cruiseImports } from './cruise-imports.mjs';

/**
 * Tests the rules themselves: one tree contains a forbidden import for each rule, and one run of dependency-cruiser must
 * find all of them. Each case has its own files, named after its number.
 */
const root = path.resolve(import.meta.dirname, '../..');

const FORBIDDEN: readonly [rule: string, file: string, imports: string, target?: string][] = [
  ['contract-is-a-leaf', 'contract/src/a.ts', 'fastify'],
  ['server-and-web-never-meet', 'web/src/app/a.ts', '../../../server/src/b.ts', 'server/src/b.ts'],
  ['server-and-web-never-meet', 'server/src/a.ts', '../../web/src/app/b.ts', 'web/src/app/b.ts'],
  ['web-features-are-islands', 'web/src/features/one/a.ts', '../two/b.ts', 'web/src/features/two/b.ts'],
  ['web-features-are-islands', 'web/src/features/one/a.ts', '../../app/b.ts', 'web/src/app/b.ts'],
  ['ui-and-api-know-no-feature', 'web/src/ui/a.ts', '../features/one/b.ts', 'web/src/features/one/b.ts'],
  ['ui-and-api-know-no-feature', 'web/src/api/a.ts', '../ui/b.ts', 'web/src/ui/b.ts'],
  ['ui-knows-no-router-and-no-query', 'web/src/ui/a.tsx', '@tanstack/react-router'],
  ['shared-serves-several-features', 'web/src/shared/a.ts', '../features/one/b.ts', 'web/src/features/one/b.ts'],
  ['shared-serves-several-features', 'web/src/shared/a.ts', '../app/b.ts', 'web/src/app/b.ts'],
  ['feature-only-through-its-door', 'server/src/features/one/a.ts', '../two/b.ts', 'server/src/features/two/b.ts'],
  ['composition-only-through-the-door', 'server/src/a.ts', './features/one/b.ts', 'server/src/features/one/b.ts'],
  ['back-door-for-demo-and-tests', 'server/src/features/one/a.service.ts', '../two/internals.ts', 'server/src/features/two/internals.ts'],
  ['doors-open-to-use-cases', 'server/src/features/three/index.ts', './b.repository.ts', 'server/src/features/three/b.repository.ts'],
  ['doors-open-to-use-cases', 'server/src/features/four/index.ts', './b.read-model.ts', 'server/src/features/four/b.read-model.ts'],
  ['platform-knows-no-feature', 'server/src/platform/a.ts', '../features/one/index.ts', 'server/src/features/one/index.ts'],
  ['platform-knows-no-business', 'server/src/platform/http/a.ts', '../../../../contract/src/documents/b.ts', 'contract/src/documents/b.ts'],
  ['integrations-know-no-feature', 'server/src/integrations/mail/a.ts', '../../features/one/index.ts', 'server/src/features/one/index.ts'],
  ['sql-only-in-repositories', 'server/src/features/one/a.service.ts', 'kysely'],
  ['rules-are-pure', 'server/src/features/one/a.rules.ts', './b.ts', 'server/src/features/one/b.ts'],
  ['marketplace-only-in-its-integration', 'server/src/features/one/a.ts', '@sp-api-sdk/orders-api-v0'],
  ['simulator-stands-alone', 'simulator/src/a.ts', '../../contract/src/b.ts', 'contract/src/b.ts'],
  ['only-tests-know-the-simulator', 'server/src/a.ts', '../../simulator/src/b.ts', 'simulator/src/b.ts'],
  ['no-cycles', 'server/src/a.ts', './a.ts'],
  ['not-to-test', 'server/src/a.ts', './b.test.ts', 'server/src/b.test.ts'],
];

const TYPE_ALONE = {
  'server/src/platform/type-alone.ts': "import type { B } from '../features/typed/index.ts';\nexport type A = B;\n",
  'server/src/features/typed/index.ts': 'export type B = 1;\n',
};
const ALLOWED = {
  'server/src/allowed.ts': "import { b } from './features/allowed/index.ts';\nexport const a = b;\n",
  'server/src/features/allowed/index.ts': 'export const b = 1;\n',
};
const ORPHAN = { 'server/src/orphan.ts': 'export const a = 1;\n' };

let folder = '';
let violations: readonly { readonly rule: { readonly name: string }; readonly from: string }[] = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-rules-'));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const cases = FORBIDDEN.map(filesOf);
  for (const [file, content] of Object.entries(Object.assign({}, ...cases, TYPE_ALONE, ALLOWED, ORPHAN) as Record<string, string>)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  ({ violations } = await cruiseImports(folder, ['contract', 'server', 'simulator', 'web']));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(FORBIDDEN.map(([rule, file, imports], nth) => [rule, file, imports, nth] as const))('%s: %s may not import %s', (rule, file, _imports, nth) => {
  expect(brokenBy(numbered(file, nth))).toContain(rule);
});

it('no-orphans: finds a file that nothing imports', () => {
  expect(brokenBy('server/src/orphan.ts')).toContain('no-orphans');
});

it('counts an import of a type only as an import', () => {
  expect(brokenBy('server/src/platform/type-alone.ts')).toContain('platform-knows-no-feature');
});

it('reports no violation in allowed code', () => {
  expect(Object.keys(ALLOWED).flatMap(brokenBy)).toEqual([]);
});

function brokenBy(file: string): string[] {
  return violations.filter(({ from }) => from === file).map(({ rule }) => rule.name);
}

/** The files of a case: the importing and the imported one. */
function filesOf([, file, imports, target]: (typeof FORBIDDEN)[number], nth: number): Record<string, string> {
  const isOwn = imports.startsWith('.');
  const specifier = isOwn && !imports.endsWith('/index.ts') ? numbered(imports, nth) : imports;
  const imported = target === undefined ? {} : { [target.endsWith('/index.ts') ? target : numbered(target, nth)]: 'export const b = 1;\n' };
  return { [numbered(file, nth)]: `import { b } from '${specifier}';\nexport const a${nth} = b;\n`, ...imported };
}

/** `server/src/a.service.ts` becomes `server/src/a7.service.ts`. */
function numbered(file: string, nth: number): string {
  return file.replace(/([ab])((?:\.[a-z]+)+)$/, `$1${nth}$2`);
}
