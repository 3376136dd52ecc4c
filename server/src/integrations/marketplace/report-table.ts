/** A line of a report: its number in the file, and how to read a column by its heading (empty when there is none). */
export interface TableRow {
  readonly line: number;
  readonly get: (column: string) => string;
}

/**
 * Reads a tab-separated report while it streams: a heading line, no quoting, Windows-1252. Columns are found by their
 * headings, because the marketplace adds and moves columns.
 */
export async function* readTable(bytes: AsyncIterable<Buffer>): AsyncGenerator<TableRow> {
  let columns: Map<string, number> | undefined;
  let line = 0;
  for await (const text of linesOf(bytes)) {
    line += 1;
    if (text === '') continue;
    const cells = text.split('\t');
    if (columns === undefined) columns = new Map(cells.map((heading, index) => [heading.trim(), index]));
    else yield { line, get: (column) => cells[columns?.get(column) ?? -1]?.trim() ?? '' };
  }
}

async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decodeWindows1252(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) yield text.endsWith('\r') ? text.slice(0, -1) : text;
  }
  if (rest !== '') yield rest;
}

/** What Windows-1252 has where Latin-1 has control characters. Five places are empty and stay as they are. */
const BEYOND_LATIN_1 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const hasBeyond = /[\u0080-\u009f]/;

/** By hand, because the TextDecoder of Node 20 takes windows-1252 for Latin-1. One byte is one character: chunks may end anywhere. */
export function decodeWindows1252(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  return hasBeyond.test(text) ? text.replace(/[\u0080-\u009f]/g, (character) => BEYOND_LATIN_1[character.charCodeAt(0) - 0x80] ?? character) : text;
}
