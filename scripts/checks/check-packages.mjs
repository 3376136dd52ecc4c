import { readFileSync } from 'node:fs';
import path from 'node:path';
import { emptyCounts } from '../reporters/counts.mjs';
import { capture, root } from '../run.mjs';

/** Checks the packages that run: known vulnerabilities by the registry's advisories, and licenses. Part of `npm run test:soak`. */

/** Licenses that allow use in a product that is not open source. A weak copyleft (LGPL, MPL) holds for the unchanged package alone. */
const LICENSES = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC-BY-3.0', 'CC0-1.0', 'ISC', 'LGPL-3.0', 'LGPL-3.0-or-later'],
  ...['MIT', 'MIT-0', 'MPL-2.0', 'Python-2.0', 'Unlicense', 'Zlib'],
]);
/** Packages whose license has no identifier, each read by a person. */
const READ = new Map([['dejavu-fonts-ttf', 'SEE LICENSE IN README.md AND LICENSE']]);
/** Advisories that don't concern us, by their address, each with the number of its decision. */
const ACCEPTED = new Map();
const SEVERE = ['high', 'critical'];

/** @returns counts for the summary of the suite */
export async function checkPackages() {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const licenses = unknownLicenses(lock);
  const { output } = await capture('npm', ['audit', '--omit=dev', '--json']);
  const advisories = severeAdvisories(output);
  if (advisories === undefined) console.log('! Advisories were NOT checked: the registry did not answer. Licenses were.');
  const failures = [...licenses, ...(advisories ?? [])];
  const checks = [licenses, advisories].filter((found) => found !== undefined);
  const failed = checks.filter((found) => found.length > 0).length;
  return { ...emptyCounts(), passed: checks.length - failed, failed, skipped: 2 - checks.length, failures };
}

/**
 * @param {{ packages: Record<string, { license?: string, dev?: boolean, link?: boolean }> }} lock package-lock.json
 * @returns {string[]} a line for each package that runs under a license that nobody has allowed
 */
export function unknownLicenses(lock) {
  return Object.entries(lock.packages).flatMap(([place, { license, dev, link }]) => {
    const name = place.split('node_modules/').at(-1) ?? '';
    if (!place.includes('node_modules/') || dev || link || isAllowed(license) || (license !== undefined && READ.get(name) === license)) return [];
    return [`${name}: the license ${license ?? 'is missing'}${license === undefined ? '' : ' is unknown'}`];
  });
}

/** Understands `(A OR B)` and `A AND B`, one of them at a time. */
function isAllowed(license = '') {
  const text = license.replaceAll(/[()]/g, '');
  const parts = text.split(/ (?:OR|AND) /);
  return text.includes(' OR ') && !text.includes(' AND ') ? parts.some((part) => LICENSES.has(part)) : parts.every((part) => LICENSES.has(part));
}

/**
 * @param {string} output of `npm audit --json`, which may have warnings before it
 * @returns {string[] | undefined} a line for each severe advisory; undefined when the registry gave no report
 */
export function severeAdvisories(output) {
  const report = parsed(output);
  if (report?.vulnerabilities === undefined || report.auditReportVersion === undefined) return undefined;
  const lines = Object.values(report.vulnerabilities).flatMap(({ name, via }) =>
    via
      .filter((advisory) => typeof advisory === 'object' && SEVERE.includes(advisory.severity) && !ACCEPTED.has(advisory.url))
      .map(({ severity, title, url }) => `${name}: ${severity}: ${title} (${url})`),
  );
  return [...new Set(lines)];
}

function parsed(output) {
  // Warnings before the report end with a line; those after it follow its closing bracket.
  const start = output.search(/^\{/m);
  const end = output.search(/^\}/m);
  if (start < 0 || end < start) return undefined;
  try {
    return JSON.parse(output.slice(start, end + 1));
  } catch {
    return undefined;
  }
}
