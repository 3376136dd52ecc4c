import { numberText } from '@stowage/contract/formats/text/number-text';
import { formatOf } from './number-formats.ts';
import { openPackage, type PackageParts } from './package-parts.ts';
import { DAMAGED, WorkbookError } from './workbook-error.ts';
import { parseXml } from './xml-events.ts';

const MAX_SHEETS = 200;
const MAX_TEXT_CHARACTERS = 100_000_000;
/** A program that follows the format writes fewer. */
const MAX_STYLES = 70_000;
/** The longest text of a cell. */
export const MAX_CELL_CHARACTERS = 32_767;

export interface Sheet {
  readonly name: string;
  readonly path: string;
  readonly isHidden: boolean;
}

/** What the cells of all sheets refer to. */
export interface SharedParts {
  readonly texts: readonly string[];
  /** The number format of each style. */
  readonly formats: readonly string[];
}

export interface Workbook {
  readonly parts: PackageParts;
  readonly sheets: readonly Sheet[];
  /** Whether dates are counted from 1904, as early spreadsheets did. */
  readonly isFrom1904: boolean;
  readonly readShared: () => Promise<SharedParts>;
}

interface Relation {
  readonly type: string;
  readonly path: string;
}

/** @throws WorkbookError for a file that is not a readable workbook */
export async function openWorkbook(file: Blob, signal: AbortSignal | undefined): Promise<Workbook> {
  const parts = await openPackage(file, signal);
  const main = [...(await readRelations(parts, '')).values()].find(({ type }) => type === 'officeDocument')?.path;
  if (main === undefined || !/\.xml$/i.test(main) || !parts.has(main))
    throw new WorkbookError('This file is not an .xlsx workbook. Open it in a spreadsheet program, save it as .xlsx or .csv, and choose that file.');
  const relations = await readRelations(parts, main);
  const { sheets, isFrom1904 } = await readSheets(parts, main, relations);
  const pathOf = (kind: string) => [...relations.values()].find(({ type, path }) => type === kind && parts.has(path))?.path;
  return {
    parts,
    sheets,
    isFrom1904,
    readShared: async () => ({ texts: await readTexts(parts, pathOf('sharedStrings')), formats: await readFormats(parts, pathOf('styles')) }),
  };
}

/** The relations of a part by their IDs, with absolute paths. */
async function readRelations(parts: PackageParts, source: string): Promise<Map<string, Relation>> {
  const folder = source.includes('/') ? source.slice(0, source.lastIndexOf('/') + 1) : '';
  const path = `${folder}_rels/${source.slice(folder.length)}.rels`;
  const relations = new Map<string, Relation>();
  if (!parts.has(path)) return relations;
  await parseXml(parts.read(path), {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return;
      // The base is arbitrary: it resolves `../` and absolute targets.
      const target = new URL(Target, `file:///${folder}`).pathname.slice(1);
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), path: decodeURIComponent(target) });
    },
  });
  return relations;
}

async function readSheets(parts: PackageParts, main: string, relations: ReadonlyMap<string, Relation>) {
  const sheets: Sheet[] = [];
  let isFrom1904 = false;
  await parseXml(parts.read(main), {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = /^(1|true|on)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1] ?? '';
      const relation = relations.get(id);
      // A chart on a sheet of its own has no cells.
      if (relation?.type !== 'worksheet') return;
      sheets.push({ name: attributes.name ?? '', path: relation.path, isHidden: (attributes.state ?? 'visible') !== 'visible' });
    },
  });
  if (sheets.length > MAX_SHEETS)
    throw new WorkbookError(`The workbook has ${numberText(sheets.length)} sheets; at most ${MAX_SHEETS} are read. Save the one you need as its own file.`);
  return { sheets, isFrom1904 };
}

/** The texts of all sheets: a text of several formats is one, without the pronunciation that may accompany it. */
async function readTexts(parts: PackageParts, path: string | undefined): Promise<string[]> {
  const texts: string[] = [];
  if (path === undefined) return texts;
  let characters = 0;
  const text = createTextReader();
  await parseXml(parts.read(path), {
    open: text.open,
    text: text.text,
    close(name) {
      text.close(name);
      if (name !== 'si') return;
      const read = text.take();
      characters += read.length;
      if (characters > MAX_TEXT_CHARACTERS) throw new WorkbookError('The workbook holds too much text. Save the sheet as .csv, or split it.');
      texts.push(read);
    },
  });
  return texts;
}

/** Collects the text of `t` elements, outside of pronunciations (`rPh`). */
export function createTextReader() {
  let read = '';
  let isText = false;
  let isPronunciation = false;
  return {
    open(name: string): void {
      if (name === 't') isText = true;
      if (name === 'rPh') isPronunciation = true;
    },
    text(piece: string): void {
      if (!isText || isPronunciation) return;
      read += piece;
      if (read.length > MAX_CELL_CHARACTERS * 2) throw new WorkbookError(DAMAGED);
    },
    close(name: string): void {
      if (name === 't') isText = false;
      if (name === 'rPh') isPronunciation = false;
    },
    /** The text since the last call. `_x000D_` is an escaped control character. */
    take(): string {
      const whole = read.includes('_x') ? read.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : read;
      read = '';
      return whole;
    },
  };
}

/** The number formats of the cell styles. */
async function readFormats(parts: PackageParts, path: string | undefined): Promise<string[]> {
  const own = new Map<number, string>();
  const formats: string[] = [];
  if (path === undefined) return formats;
  let isCellStyles = false;
  await parseXml(parts.read(path), {
    open(name, { numFmtId, formatCode }) {
      if (name === 'cellXfs') isCellStyles = true;
      else if (name === 'numFmt' && formatCode !== undefined) own.set(Number(numFmtId), formatCode);
      else if (name === 'xf' && isCellStyles) formats.push(formatOf(Number(numFmtId ?? 0), own));
      if (own.size > MAX_STYLES || formats.length > MAX_STYLES) throw new WorkbookError(DAMAGED);
    },
    close(name) {
      if (name === 'cellXfs') isCellStyles = false;
    },
  });
  return formats;
}
