/** The endings and types that the browser's file dialog offers. */
export const TABLE_FILES = '.xlsx,.csv,.tsv,.txt,text/csv';

/** The message for other files. */
export const NOT_A_TABLE = 'Only .xlsx, .csv and .txt files are read';

/** Why a file could not be read. */
export function readFailure(error: unknown): string {
  return error instanceof Error ? error.message : 'Error reading file';
}

/** Whether a file looks like a table by its name or type. Its content decides how it is read, and whether it can be. */
export function isTableFile({ name, type }: File): boolean {
  return /\.(csv|tsv|txt|xls[xmb]?|ods)$/i.test(name) || type === 'text/csv';
}

const OLD_FORMAT = 'This is a workbook in an old format (.xls). Open it in a spreadsheet program, save it as .xlsx or .csv, and choose that file.';
const ENCRYPTED = 'The workbook is protected with a password. Open it in a spreadsheet program, save it without a password, and choose that file.';

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, index) => bytes[index] === byte);

/**
 * Whether a file is a workbook or text, by its content: names are often wrong.
 * @throws Error with a message for the user for a workbook that can't be read
 */
export async function fileKind(file: File): Promise<'xlsx' | 'text'> {
  const bytes = new Uint8Array(await bytesOf(file, 0, 512));
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0x50, 0x4b, 0x05, 0x06])) return 'xlsx';
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) throw new Error((await isEncrypted(file, bytes)) ? ENCRYPTED : OLD_FORMAT);
  // Some programs write web pages or XML and call them .xls.
  if (/^\uFEFF?\s*<(?:\?xml|!doctype|html|table|workbook)\b/i.test(new TextDecoder().decode(bytes))) throw new Error(OLD_FORMAT);
  const kind = KINDS.find(({ start, at = 0 }) => startsWith(bytes.subarray(at), start))?.name ?? (isBinary(bytes) ? 'neither text nor a workbook' : undefined);
  if (kind !== undefined) throw new Error(`${file.name} is ${kind}. ${NOT_A_TABLE}.`);
  return 'text';
}

/** Whether a text ends with a line break, in any encoding. */
export async function endsWithBreak(file: File): Promise<boolean> {
  return new Uint8Array(await bytesOf(file, Math.max(0, file.size - 2), file.size)).some((byte) => byte === 0x0a || byte === 0x0d);
}

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

/** Files that people choose by mistake, by their first bytes. */
const KINDS: readonly { readonly start: readonly number[]; readonly at?: number; readonly name: string }[] = [
  { start: ascii('MZ'), name: 'a Windows program' },
  { start: [0x7f, ...ascii('ELF')], name: 'a program' },
  { start: ascii('%PDF-'), name: 'a PDF document' },
  { start: [0x89, ...ascii('PNG')], name: 'a picture' },
  { start: [0xff, 0xd8, 0xff], name: 'a picture' },
  { start: ascii('GIF8'), name: 'a picture' },
  { start: ascii('WEBP'), at: 8, name: 'a picture' },
  { start: ascii('ftyp'), at: 4, name: 'a picture or a video' },
  { start: [0x1f, 0x8b], name: 'a compressed file' },
  { start: ascii('Rar!'), name: 'a compressed file' },
  { start: [...ascii('7z'), 0xbc, 0xaf], name: 'a compressed file' },
];

/** Control characters that no text has, NUL apart, which old systems fill cells with. */
const isControl = (byte: number) => byte > 0 && byte < 9;

/** Whether bytes are no text in any encoding. UTF-16 has a zero byte beside every ASCII letter, always on the same side. */
function isBinary(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return false;
  const zeros = [0, 1].map((parity) => bytes.filter((byte, at) => byte === 0 && at % 2 === parity).length);
  const isMostlyText = !bytes.some(isControl) && Math.min(...zeros) < bytes.length / 4;
  return Math.min(...zeros) > 0 && !isMostlyText;
}

const SECTOR_SIZE_AT = 30;
const DIRECTORY_AT = 48;

/** An encrypted workbook is a container of the old format, and its directory names the encrypted content. */
async function isEncrypted(file: File, header: Uint8Array): Promise<boolean> {
  if (header.length < 512) return false;
  const view = new DataView(header.buffer);
  const size = 2 ** view.getUint16(SECTOR_SIZE_AT, true);
  const from = (view.getUint32(DIRECTORY_AT, true) + 1) * size;
  return new TextDecoder('utf-16le').decode(await bytesOf(file, from, from + 4096)).includes('EncryptedPackage');
}

function bytesOf(file: File, from: number, to: number): Promise<ArrayBuffer> {
  return file
    .slice(from, to)
    .arrayBuffer()
    .catch(() => {
      throw new Error('Error reading file');
    });
}
