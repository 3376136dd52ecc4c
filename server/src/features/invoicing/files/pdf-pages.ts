import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const START = '%PDF-';
/** A PDF may start after other bytes. */
const START_WITHIN = 1_024;

const END = /%%EOF|\bstartxref\b/;

/** The limits on decompressed parts, each and in total: a small file can expand to gigabytes. */
const PART_MAX_BYTES = 4 * 1024 * 1024;
const ALL_MAX_BYTES = 16 * 1024 * 1024;

const unpack = promisify(inflate);

const TOKENS =
  /\bendobj\b|\/Type\s{0,9}\/(?:Pages|ObjStm)\b|\/(?:Count|First)\s{1,9}\d{1,9}\b(?!\s{1,9}\d{1,9}\s{1,9}R\b)|\/Parent\b|\/Encrypt\b|\bstream\r?\n/g;

interface Packed {
  readonly bytes: Uint8Array;
  /** The offset of the first object after decompression; numbers and offsets of all objects precede it. */
  readonly first: number;
}

interface Found {
  /** The page trees without a parent, in the file's order. The last one is valid. */
  readonly roots: number[];
  /** Compressed objects, each part as it is in the file. */
  readonly packed: Packed[];
  isEncrypted: boolean;
}

/**
 * Checks that bytes are a PDF and counts its pages. It decompresses only the directory, outside the main thread and up to
 * a limit, so the content of pages costs nothing.
 * @returns undefined when it is not a PDF or has no pages; null when the PDF hides its page count
 */
export async function countPdfPages(content: Uint8Array): Promise<number | null | undefined> {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  if (!text.slice(0, START_WITHIN).includes(START) || !END.test(text)) return undefined;
  const { roots, packed, isEncrypted } = look(text, content);
  let left = ALL_MAX_BYTES;
  for (const { bytes, first } of packed) {
    try {
      const objects = await unpack(bytes, { maxOutputLength: Math.min(PART_MAX_BYTES, left) });
      left -= objects.length;
      roots.push(...rootsOfPart(objects.toString('latin1'), first));
    } catch {
      return null;
    }
  }
  return roots.at(-1) || (isEncrypted ? null : undefined);
}

interface PdfObject {
  isTree: boolean;
  isPacked: boolean;
  hasParent: boolean;
  count: number;
  first: number;
}

const nothing = (): PdfObject => ({ isTree: false, isPacked: false, hasParent: false, count: 0, first: 0 });

/** Reads the objects of a file once, skipping the content of streams. */
function look(text: string, content: Uint8Array): Found {
  const found: Found = { roots: [], packed: [], isEncrypted: false };
  let object = nothing();
  TOKENS.lastIndex = 0;
  for (let match = TOKENS.exec(text); match !== null; match = TOKENS.exec(text)) {
    const [token] = match;
    if (token.startsWith('stream')) {
      const end = text.indexOf('endstream', TOKENS.lastIndex);
      const to = end === -1 ? text.length : end;
      if (object.isPacked) found.packed.push({ bytes: content.subarray(TOKENS.lastIndex, to), first: object.first });
      TOKENS.lastIndex = to;
    } else if (token === 'endobj') {
      if (isRoot(object)) found.roots.push(object.count);
      object = nothing();
    } else if (token === '/Encrypt') found.isEncrypted = true;
    else note(object, token);
  }
  return found;
}

function isRoot({ isTree, hasParent }: PdfObject): boolean {
  return isTree && !hasParent;
}

function note(object: PdfObject, token: string): void {
  if (token.endsWith('/Pages')) object.isTree = true;
  else if (token.endsWith('/ObjStm')) object.isPacked = true;
  else if (token === '/Parent') object.hasParent = true;
  else if (token.startsWith('/Count')) object.count = Number(token.slice('/Count'.length));
  else object.first = Number(token.slice('/First'.length));
}

/** Compressed objects have no end marks: each starts at the offset in the part's directory. */
function rootsOfPart(text: string, first: number): number[] {
  const numbers = text.slice(0, first).trim().split(/\s+/).map(Number);
  const starts = numbers.filter((_, at) => at % 2 === 1);
  return starts.flatMap((start, nth) => {
    const object = nothing();
    for (const [token] of text.slice(first + start, first + (starts[nth + 1] ?? text.length)).matchAll(TOKENS)) note(object, token);
    return isRoot(object) ? [object.count] : [];
  });
}
