/** A line of a report: its number in the file, and how to read a column by its heading (empty when there is none). */
export interface TableRow {
  readonly line: number;
  readonly get: (column: string) => string;
}

/**
 * Reads a tab-separated report while it streams: a heading line, no quoting, in the character set of its content type,
 * which without one is Windows-1252. Columns are found by their headings, because the marketplace adds and moves columns.
 * @throws Error when the character set is not known
 */
export async function* readTable(bytes: AsyncIterable<Buffer>, contentType?: string): AsyncGenerator<TableRow> {
  let columns: Map<string, number> | undefined;
  let line = 0;
  for await (const text of linesOf(bytes, decoderOf(contentType))) {
    line += 1;
    if (text === '') continue;
    const cells = text.split('\t');
    if (columns === undefined) columns = new Map(cells.map((heading, index) => [heading.trim(), index]));
    else yield { line, get: (column) => cells[columns?.get(column) ?? -1]?.trim() ?? '' };
  }
}

async function* linesOf(bytes: AsyncIterable<Buffer>, decode: (chunk?: Buffer) => string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decode(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) yield text.endsWith('\r') ? text.slice(0, -1) : text;
  }
  rest += decode();
  if (rest !== '') yield rest.endsWith('\r') ? rest.slice(0, -1) : rest;
}

/** The marketplace writes Latin-1 where it means Windows-1252, as browsers take it too. */
const WINDOWS_1252 = ['windows-1252', 'cp1252', 'iso-8859-1', 'iso8859-1', 'latin1', 'us-ascii'];

/** Decodes chunk after chunk; called without one, it tells what an unfinished character left. */
function decoderOf(contentType: string | undefined): (chunk?: Buffer) => string {
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase();
  if (charset === undefined || WINDOWS_1252.includes(charset)) return (chunk) => (chunk === undefined ? '' : decodeWindows1252(chunk));
  const decoder = knownDecoder(charset);
  return (chunk) => (chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true }));
}

function knownDecoder(charset: string) {
  try {
    return new TextDecoder(charset);
  } catch {
    throw new Error(`The report is written in ${charset}, which cannot be read`);
  }
}

/** What Windows-1252 has where Latin-1 has control characters. Five places are empty and stay as they are. */
const BEYOND_LATIN_1 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const hasBeyond = /[\u0080-\u009f]/;

/** By hand, because the TextDecoder of Node 20 takes windows-1252 for Latin-1. One byte is one character: chunks may end anywhere. */
export function decodeWindows1252(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  return hasBeyond.test(text) ? text.replace(/[\u0080-\u009f]/g, (character) => BEYOND_LATIN_1[character.charCodeAt(0) - 0x80] ?? character) : text;
}
