import path from 'node:path';
import { root } from '../run.mjs';

/**
 * Checks the imports of the tree at `base` against the rules in `.dependency-cruiser.cjs`.
 * @param {string} base
 * @param {readonly string[]} folders
 */
export async function cruiseImports(base, folders) {
  // Imported late, because `npm ci` may not have installed it when this file is loaded.
  const { cruise } = await import('dependency-cruiser');
  const { default: extract } = await import('dependency-cruiser/config-utl/extract-depcruise-config');
  const { options, ...ruleSet } = await extract(path.join(root, '.dependency-cruiser.cjs'));
  // Without `validate` dependency-cruiser reads the modules but applies no rules.
  const { output } = await cruise(folders, { ...options, ruleSet, validate: true, baseDir: base, outputType: 'json' });
  const { summary, modules } = JSON.parse(output);
  return { violations: summary.violations, modules };
}
