const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The file extensions of a kind of content. The first one is appended to a name with another extension. */
const EXTENSIONS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'application/pdf': ['pdf'],
  // Texts, slides and tables of office programs are ZIP files too.
  'application/zip': ['zip', 'docx', 'pptx', 'odt', 'odp', 'ods'],
  [SHEET]: ['xlsx'],
  'text/csv': ['csv', 'tsv'],
  'text/plain': ['txt', 'json', 'zpl'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/heic': ['heic', 'heif'],
};

const SAMPLE_BYTES = 64 * 1024;
const NAME_LENGTH = 255;
/** Content that a browser or a shell would execute under any name starts with one of these … */
const BEGINS_AS_PROGRAM = /^\s*(?:<[a-z!?/]|#!)/i;
/** … or contains this anywhere. */
const HOLDS_PROGRAM = /<(?:script|svg|html|body|iframe|object|embed|frameset|meta|!doctype)\b/i;

/** The media type of a file, detected from its content. Photos are detected separately. @returns undefined for rejected content */
export function contentKind(content: Uint8Array, name: string): string | undefined {
  const start = Buffer.from(content.subarray(0, SAMPLE_BYTES));
  const bytes = start.toString('latin1');
  if (/^(?:\xef\xbb\xbf)?\s*%PDF-/.test(bytes)) return 'application/pdf';
  if (bytes.startsWith('PK\u0003\u0004')) return bytes.includes('xl/') || /\.xlsx$/i.test(name) ? SHEET : 'application/zip';
  const text = textOf(start);
  // A text has no NUL and few other control characters.
  const odd = Array.from(text).filter((letter) => letter < '\t' || (letter > '\r' && letter < ' ')).length;
  if (text.includes('\0') || odd > text.length / 100 || BEGINS_AS_PROGRAM.test(text) || HOLDS_PROGRAM.test(text)) return undefined;
  return /\.(?:csv|tsv)$/i.test(name) || !name.includes('.') ? 'text/csv' : 'text/plain';
}

/** Without the byte-order mark. The encoding of other characters doesn't matter here. */
function textOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le').decode(start);
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be').decode(start);
  return start.toString('latin1').replace(/^\xef\xbb\xbf/, '');
}

/** A stored file name: without control characters and folders, and with the extension of its content, by which computers open it. */
export function plainName(name: string, mediaType: string): string {
  const plain =
    name
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .split(/[/\\]/)
      .at(-1)
      ?.trim() || 'document';
  const endings = EXTENSIONS[mediaType];
  if (endings === undefined) return plain.slice(0, NAME_LENGTH);
  const ending = plain.includes('.') ? (plain.split('.').at(-1) ?? '') : '';
  const known = endings.includes(ending.toLowerCase()) ? `.${ending}` : '';
  const stem = known === '' ? plain : plain.slice(0, -known.length);
  const end = known || `.${endings[0]}`;
  return stem.slice(0, NAME_LENGTH - end.length) + end;
}
