import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../run.mjs';
import { cruiseImports } from './cruise-imports.mjs';

/**
 * Checks every import against the rules in `.dependency-cruiser.cjs`. With some versions of TypeScript,
 * dependency-cruiser reads no module and reports no violation, so this also compares the number of modules that it
 * read with the number of files.
 */
const folders = ['contract/src', 'server/src', 'server/test', 'web/src', 'simulator/src'];
const { violations, modules } = await cruiseImports(root, folders);
for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} → ${to}`);
const read = modules.filter(({ source }) => /\.tsx?$/.test(source) && folders.some((folder) => source.startsWith(`${folder}/`))).length;
const files = folders.flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true })).filter((file) => /\.tsx?$/.test(String(file))).length;
console.log(`${read} of ${files} files read, ${violations.length} forbidden imports`);
process.exit(read < files || violations.length > 0 ? 1 : 0);
