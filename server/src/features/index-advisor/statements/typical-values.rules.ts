/**
 * Makes a statement with numbered values plannable: rewrites parameters where the grammar allows none (`interval $1`), replaces
 * an unknown limit by a page size (the planner assumes a tenth of all rows), and renumbers the parameters without gaps, because
 * the server can't infer the type of a missing one.
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

/** The number of parameters. */
export function countValues(text: string): number {
  return Math.max(0, ...[...text.matchAll(VALUE)].map(([, number]) => Number(number)));
}

function withoutGaps(text: string): string {
  const numbers = [...new Set([...text.matchAll(VALUE)].map(([, number]) => Number(number)))].toSorted((one, other) => one - other);
  return text.replace(VALUE, (_, number: string) => `$${numbers.indexOf(Number(number)) + 1}`);
}
