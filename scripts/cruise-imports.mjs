import path from 'node:path';
import { root } from './run.mjs';

/**
 * Holds the imports of the tree at `base` against the rules of `.dependency-cruiser.cjs`.
 * @param {string} base
 * @param {readonly string[]} folders
 */
export async function cruiseImports(base, folders) {
  // What `npm ci` brings may not be there yet when this file is read.
  const { cruise } = await import('dependency-cruiser');
  const { default: extract } = await import('dependency-cruiser/config-utl/extract-depcruise-config');
  const { options, ...ruleSet } = await extract(path.join(root, '.dependency-cruiser.cjs'));
  // Without `validate` everything is read and nothing is judged.
  const { output } = await cruise(folders, { ...options, ruleSet, validate: true, baseDir: base, outputType: 'json' });
  const { summary, modules } = JSON.parse(output);
  return { violations: summary.violations, modules };
}
