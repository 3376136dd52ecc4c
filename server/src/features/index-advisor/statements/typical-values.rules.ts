/**
 * A statement whose values the server numbered, so that it can be planned without them: it numbers them where its own grammar
 * allows none (`interval $1`), and takes an unknown limit for a tenth of all rows; people ask for a page. What is left is
 * numbered without a gap: of a number that stands nowhere the server knows no type.
 */
export function withTypicalValues(text: string): string {
  return withoutGaps(
    text
      .replace(/\b(interval|date|timestamp|timestamptz|time)\s+(\$\d+)/gi, '$2::$1')
      .replace(/\bextract\s*\(\s*\$\d+\s+from\b/gi, 'extract(year from')
      .replace(/\blimit\s+\$\d+/gi, 'limit 50')
      .replace(/\boffset\s+\$\d+/gi, 'offset 0'),
  );
}

const VALUE = /\$(\d+)/g;

/** How many values a statement has. */
export function countValues(text: string): number {
  return Math.max(0, ...[...text.matchAll(VALUE)].map(([, number]) => Number(number)));
}

function withoutGaps(text: string): string {
  const numbers = [...new Set([...text.matchAll(VALUE)].map(([, number]) => Number(number)))].toSorted((one, other) => one - other);
  return text.replace(VALUE, (_, number: string) => `$${numbers.indexOf(Number(number)) + 1}`);
}
