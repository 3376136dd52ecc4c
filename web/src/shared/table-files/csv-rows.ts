import Papa from 'papaparse';

/** Blank lines at the start, and the line in which spreadsheets may declare the separator. */
const SEPARATOR_LINE = /^\uFEFF?(?:[ \t,;|]*\n)*sep=(.)\n/i;

const QUOTE_HINT = 'A cell that begins with a quotation mark must end with one. Write a mark inside it twice, or leave the marks out.';

/**
 * Reads the rows of a text with cells between separators.
 * @param pieces the text of the file
 * @throws Error in the specification's words, or what `onRow` throws
 */
export async function readText(pieces: AsyncIterable<string>, onRow: (row: number, cells: readonly string[]) => void): Promise<void> {
  let row = 0;
  let failure: unknown;
  let separator: string | undefined;
  const chunks = createChunkStream();
  Papa.parse<string[]>(chunks.stream, {
    newline: '\n',
    delimiter: (text) => separator ?? guessSeparator(text),
    beforeFirstChunk(chunk) {
      const [line = '', declared] = SEPARATOR_LINE.exec(chunk) ?? [];
      separator = declared;
      row = line.split('\n').length - 1;
      return chunk.slice(line.length);
    },
    chunk({ data, errors }, parser) {
      // A text with one column has no separator, which is no error.
      const quote = errors.find(({ type }) => type === 'Quotes');
      if (quote !== undefined) failure ??= new Error(`Error parsing CSV: ${quote.message} (row ${row + (quote.row ?? 0) + 1}). ${QUOTE_HINT}`);
      // The parser swallows errors of this callback.
      try {
        for (const cells of data) {
          row += 1;
          onRow(row, cells);
        }
      } catch (error) {
        failure ??= error;
      }
      if (failure !== undefined) parser.abort();
    },
    complete: () => {},
    error: () => {
      failure ??= new Error('Error reading file');
    },
  });
  for await (const piece of withLineFeeds(pieces)) {
    chunks.push(piece);
    if (failure !== undefined) throw failure;
  }
  chunks.end();
  if (failure !== undefined) throw failure;
}

/** The text with one kind of line end: programs that append to a file often end their lines otherwise than its first lines. */
async function* withLineFeeds(pieces: AsyncIterable<string>): AsyncIterable<string> {
  let held = '';
  for await (const piece of pieces) {
    const text = held + piece;
    // The line feed after it may come with the next piece.
    held = text.endsWith('\r') ? '\r' : '';
    const whole = text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n');
    if (whole !== '') yield whole;
  }
  if (held !== '') yield '\n';
}

/** A stream that feeds the parser with text, chunk by chunk. */
function createChunkStream() {
  const listeners = new Map<string, (text: string) => void>();
  const stream = {
    readable: true,
    read: () => null,
    on: (event: string, listener: (text: string) => void) => void listeners.set(event, listener),
    removeListener: (event: string) => void listeners.delete(event),
    pause: () => {},
    resume: () => {},
  };
  return {
    stream: stream as unknown as NodeJS.ReadableStream,
    push: (text: string) => listeners.get('data')?.(text),
    end: () => listeners.get('end')?.(''),
  };
}

/** Blank rows mislead the parser's own guess. */
function guessSeparator(text: string): string {
  return Papa.parse(text, { newline: '\n', preview: 20, skipEmptyLines: 'greedy' }).meta.delimiter;
}
