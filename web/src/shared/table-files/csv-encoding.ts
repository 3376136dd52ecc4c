/** The bytes read at a time, so that the page stays responsive. */
const CHUNK_BYTES = 512 * 1024;

/** The bytes that show whether a file without a byte-order mark is UTF-16. */
const SAMPLE_BYTES = 4096;

/** The text of a file in any usual encoding, piece by piece. */
export async function* decodedText(file: File, signal: AbortSignal | undefined): AsyncIterable<string> {
  // One decoder for all chunks, because a character may be split between two of them.
  const decoder = new TextDecoder(await encodingOf(file, signal));
  for await (const bytes of chunksOf(file, signal)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** UTF-8 if the whole file is valid, or UTF-16; otherwise Windows-1252, which spreadsheets write on Windows, or a damaged UTF-8. */
async function encodingOf(file: File, signal: AbortSignal | undefined): Promise<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  for await (const bytes of chunksOf(file, signal)) {
    const utf16 = isFirst ? utf16Of(bytes) : undefined;
    if (utf16 !== undefined) return utf16;
    isFirst = false;
    if (!canDecode(() => utf8.decode(bytes, { stream: true }))) return damagedOrWindows(file, signal);
  }
  return canDecode(() => utf8.decode()) ? 'utf-8' : damagedOrWindows(file, signal);
}

/** Letters of Windows-1252 are hardly ever valid UTF-8, so most of them are invalid. In a cut or damaged UTF-8, few are. */
async function damagedOrWindows(file: File, signal: AbortSignal | undefined): Promise<string> {
  const utf8 = new TextDecoder();
  let [valid, invalid] = [0, 0];
  for await (const bytes of chunksOf(file, signal)) {
    for (const [letter] of utf8.decode(bytes, { stream: true }).matchAll(/[^\0-\x7f]/gu)) {
      if (letter === '\ufffd') invalid += 1;
      else valid += 1;
    }
  }
  return valid > invalid ? 'utf-8' : 'windows-1252';
}

function canDecode(decode: () => string): boolean {
  try {
    decode();
    return true;
  } catch {
    return false;
  }
}

/** The least part of zeros among the first or the second bytes of UTF-16: separators, digits and line ends of tables are ASCII. */
const UTF16_ZEROS = 0.3;

/** Detects UTF-16 by its byte-order mark, or by the zero byte beside every ASCII letter. A zero alone is a damaged character. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zerosAt = (parity: number) => sample.filter((byte, index) => byte === 0 && index % 2 === parity).length / (sample.length / 2);
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (even === odd || Math.max(even, odd) < UTF16_ZEROS) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

async function* chunksOf(file: File, signal: AbortSignal | undefined): AsyncIterable<Uint8Array> {
  for (let from = 0; from < file.size; from += CHUNK_BYTES) {
    const bytes = await file
      .slice(from, from + CHUNK_BYTES)
      .arrayBuffer()
      .catch(() => {
        throw new Error('Error reading file');
      });
    signal?.throwIfAborted();
    yield new Uint8Array(bytes);
  }
}
