import { decodeWindows1252 } from '../../../platform/formats/windows-1252.ts';
/** A row of a report: its line number, and a function that reads a column by its heading (empty when it is missing). */
export interface TableRow {
  readonly line: number;
  readonly get: (column: string) => string;
}

/**
 * Reads a streamed tab-separated report with a heading line and without quoting. The character set is that of a byte-order mark,
 * else that of the content type, by default Windows-1252. Columns are found by heading, because the marketplace adds and moves columns.
 * @throws Error for an unknown character set
 */
export async function* readTable(bytes: AsyncIterable<Buffer>, contentType?: string): AsyncGenerator<TableRow> {
  let columns: Map<string, number> | undefined;
  let line = 0;
  for await (const text of linesOf(bytes, contentType)) {
    line += 1;
    if (text === '') continue;
    const cells = text.split('\t');
    if (columns === undefined) columns = new Map(cells.map((heading, index) => [heading.trim(), index]));
    else yield { line, get: (column) => cells[columns?.get(column) ?? -1]?.trim() ?? '' };
  }
}

async function* linesOf(bytes: AsyncIterable<Buffer>, contentType: string | undefined): AsyncGenerator<string> {
  let rest = '';
  let decode: ReturnType<typeof decoderOf> | undefined;
  for await (const chunk of bytes) {
    decode ??= decoderOf(markedCharset(chunk) ?? charsetIn(contentType));
    const lines = (rest + decode(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) yield text.endsWith('\r') ? text.slice(0, -1) : text;
  }
  rest += decode?.() ?? '';
  if (rest !== '') yield rest.endsWith('\r') ? rest.slice(0, -1) : rest;
}

/** The marketplace declares Latin-1 for Windows-1252; browsers treat both as Windows-1252 too. */
const WINDOWS_1252 = ['windows-1252', 'cp1252', 'iso-8859-1', 'iso8859-1', 'latin1', 'us-ascii'];

/** The byte-order marks, in hexadecimal. */
const MARKS = { efbbbf: 'utf-8', fffe: 'utf-16le', feff: 'utf-16be' } as const;

/** The character set of a byte-order mark. Read as another, the mark would be a part of the first heading. */
function markedCharset(start: Buffer): string | undefined {
  const first = start.subarray(0, 3).toString('hex');
  return Object.entries(MARKS).find(([mark]) => first.startsWith(mark))?.[1];
}

function charsetIn(contentType: string | undefined): string | undefined {
  return /charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase();
}

/** Decodes chunks; a call without a chunk returns the rest of an unfinished character. */
function decoderOf(charset: string | undefined): (chunk?: Buffer) => string {
  if (charset === undefined || WINDOWS_1252.includes(charset)) return (chunk) => (chunk === undefined ? '' : decodeWindows1252(chunk));
  const decoder = knownDecoder(charset);
  return (chunk) => (chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true }));
}

function knownDecoder(charset: string) {
  try {
    return new TextDecoder(charset);
  } catch {
    throw new Error(`The character set ${charset} of the report is not supported`);
  }
}
