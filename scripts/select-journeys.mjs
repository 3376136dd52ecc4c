import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** The sources of the built product. */
const PRODUCT = /^(contract|server|web|simulator|database)\/(?!.*\.test\.tsx?$)(?!.*\/test\/)/;
const AREA = /^(?:contract\/src|server\/src\/features|web\/src\/features|e2e)\/([^/]+)\/./;

/**
 * Chooses journeys for words or for changed files. A change inside an area affects that area's journeys; a change
 * anywhere else in the product affects all of them.
 * @param {{ filters: readonly string[]; files: readonly string[]; isChanged: boolean }} chosen
 * @returns {string[] | undefined} file patterns, an empty list for all journeys; undefined when no journey is affected
 */
export function journeysOf({ filters, files, isChanged }) {
  const patterns = isChanged ? patternsOf(files) : filters;
  if (patterns === undefined) return undefined;
  const wanted = filters.length > 0 && isChanged ? patterns.filter((pattern) => filters.includes(pattern)) : patterns;
  if (wanted.length === 0) return isChanged && filters.length > 0 ? undefined : wanted;
  return wanted.some(matchesJourney) ? wanted : undefined;
}

/** @returns patterns of the areas' journeys, an empty list for all; undefined when the files affect no journey */
function patternsOf(files) {
  const concerned = files.filter((file) => PRODUCT.test(file) || file.startsWith('e2e/'));
  if (concerned.length === 0) return undefined;
  const areas = concerned.map((file) => AREA.exec(file)?.[1]);
  return areas.every((area) => area !== undefined) ? [...new Set(areas)].map((area) => `/${area}/`) : [];
}

function matchesJourney(pattern) {
  const files = readdirSync(path.join(root, 'e2e'), { recursive: true }).map((file) => `${root}/e2e/${file}`);
  return files.some((file) => file.endsWith('.e2e.ts') && new RegExp(pattern).test(file));
}
