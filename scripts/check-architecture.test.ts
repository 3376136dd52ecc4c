import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cruiseImports } from './cruise-imports.mjs';

/** The rules themselves are tested: for each, a small tree with one forbidden import, which must be found. */
const root = path.resolve(import.meta.dirname, '..');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-rules-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PLANTED: readonly [rule: string, file: string, imports: string, target?: string][] = [
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
  ['platform-knows-no-feature', 'server/src/platform/a.ts', '../features/one/index.ts', 'server/src/features/one/index.ts'],
  ['integrations-know-no-feature', 'server/src/integrations/mail/a.ts', '../../features/one/index.ts', 'server/src/features/one/index.ts'],
  ['sql-only-in-repositories', 'server/src/features/one/a.service.ts', 'kysely'],
  ['rules-are-pure', 'server/src/features/one/a.rules.ts', './b.ts', 'server/src/features/one/b.ts'],
  ['marketplace-only-in-its-integration', 'server/src/features/one/a.ts', '@sp-api-sdk/orders-api-v0'],
  ['simulator-stands-alone', 'simulator/src/a.ts', '../../contract/src/b.ts', 'contract/src/b.ts'],
  ['only-tests-know-the-simulator', 'server/src/a.ts', '../../simulator/src/b.ts', 'simulator/src/b.ts'],
  ['database-is-data', 'database/src/a.ts', '../../server/src/b.ts', 'server/src/b.ts'],
  ['no-cycles', 'server/src/a.ts', './a.ts'],
  ['not-to-test', 'server/src/a.ts', './b.test.ts', 'server/src/b.test.ts'],
];

it.each(PLANTED)('%s: %s may not import %s', async (rule, file, imports, target) => {
  expect(await broken({ [file]: `import { b } from '${imports}';\nexport const a = b;\n`, ...(target && { [target]: 'export const b = 1;\n' }) })).toContain(
    rule,
  );
});

it('no-orphans: a file that nothing uses', async () => {
  expect(await broken({ 'server/src/a.ts': 'export const a = 1;\n' })).toContain('no-orphans');
});

it('a type alone counts as an import', async () => {
  const files = {
    'server/src/platform/a.ts': "import type { B } from '../features/one/index.ts';\nexport type A = B;\n",
    'server/src/features/one/index.ts': 'export type B = 1;\n',
  };
  expect(await broken(files)).toContain('platform-knows-no-feature');
});

it('nothing is found where nothing is wrong', async () => {
  expect(
    await broken({
      'server/src/a.ts': "import { b } from './features/one/index.ts';\nexport const a = b;\n",
      'server/src/features/one/index.ts': 'export const b = 1;\n',
    }),
  ).toEqual([]);
});

async function broken(files: Record<string, string>): Promise<string[]> {
  const tree = mkdtempSync(path.join(folder, 'tree-'));
  symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    writeFileSync(path.join(tree, file), content);
  }
  const folders = [...new Set(Object.keys(files).map((file) => file.split('/')[0] ?? ''))];
  const { violations } = await cruiseImports(tree, folders);
  return violations.map(({ rule }) => rule.name);
}
