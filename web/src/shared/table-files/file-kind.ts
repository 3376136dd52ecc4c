/** The endings and types that the browser's file dialog offers. */
export const TABLE_FILES = '.xlsx,.csv,.tsv,.txt,text/csv';

/** The message for other files. */
export const NOT_A_TABLE = 'Only .xlsx, .csv and .txt files are read';

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
  return 'text';
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
