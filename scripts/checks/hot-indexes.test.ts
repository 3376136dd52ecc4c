import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const schema = readFileSync(path.join(root, 'database/schema.sql'), 'utf8');
const page = readFileSync(path.join(root, 'docs/indexes.md'), 'utf8');

/** The part of a text between a line and the next one that begins in the same way. */
function part(text: string, start: string, next: string): string {
  const [, rest = ''] = text.split(start);
  return rest.split(next)[0] ?? '';
}

it.each(['units', 'stock_movements', 'scan_ids', 'undone_movements', 'stock_counts', 'location_counts', 'listing_counts', 'movement_sums'])(
  'docs/indexes.md names each index of %s with the query that needs it',
  (table) => {
    const definition = part(schema, `\ncreate table ${table} (`, '\ncreate table ');
    const indexes = [...definition.matchAll(/constraint (\w+) (?:primary key|unique)|create (?:unique )?index (\w+)/g)].map(([, key, index]) => key ?? index);
    const documented = [...part(page, `\n## ${table}\n`, '\n## ').matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    expect(documented.sort()).toEqual(indexes.sort());
  },
);
