/** A kind of content that is taken, as it is served. */
export interface ContentKind {
  readonly mediaType: string;
  /** What a name of it ends with. */
  readonly extension: string;
}

const SAMPLE_BYTES = 64 * 1024;
const PDF_WITHIN = 1_024;
/** What a browser would run, whatever it is called. */
const RUNS = /^\s*(?:<!doctype|<html|<script|<svg|<\?xml|<\?php|#!)/i;

/** What a file is by what it holds. Pictures are told apart elsewhere. @returns undefined for what is not taken */
export function contentKind(content: Uint8Array, name: string): ContentKind | undefined {
  const start = Buffer.from(content.subarray(0, SAMPLE_BYTES));
  if (start.subarray(0, PDF_WITHIN).toString('latin1').includes('%PDF-')) return { mediaType: 'application/pdf', extension: 'pdf' };
  if (start.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') {
    const isSheet = start.toString('latin1').includes('xl/') || /\.xlsx$/i.test(name);
    return isSheet
      ? { mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' }
      : { mediaType: 'application/zip', extension: 'zip' };
  }
  // A text has no NUL and few other control characters; UTF-16 begins with a mark.
  const isUtf16 = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
  if (!isUtf16 && start.includes(0)) return undefined;
  const odd = isUtf16 ? 0 : start.filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length;
  if (odd > start.length / 100 || RUNS.test(start.toString('latin1'))) return undefined;
  return /\.(txt|json|zpl)$/i.test(name) ? { mediaType: 'text/plain', extension: 'txt' } : { mediaType: 'text/csv', extension: 'csv' };
}

/** A name as it is kept: without control characters and folders. */
export function plainName(name: string): string {
  return (
    name
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .split(/[/\\]/)
      .at(-1)
      ?.trim()
      .slice(0, 255) || 'document'
  );
}
