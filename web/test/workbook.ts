import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js';

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

export interface TestSheet {
  readonly name: string;
  /** The content of `sheetData`: see `row`. */
  readonly rows: string;
  readonly state?: 'hidden' | 'veryHidden';
  /** What follows the rows, such as merged cells. */
  readonly after?: string;
}

interface TestWorkbook {
  readonly sheets: readonly TestSheet[];
  readonly texts?: readonly string[];
  /** Number formats; a cell's style is the position, from 1. Style 0 is General. */
  readonly formats?: readonly (string | number)[];
  readonly isFrom1904?: boolean;
  /** Replaces or adds parts. */
  readonly parts?: Readonly<Record<string, string>>;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A row of cells: a number, a text, or the XML of a cell. */
export function row(number: number, cells: readonly (string | number | null)[], attributes = ''): string {
  const xml = cells.map((cell, column) => cellXml(`${String.fromCharCode(65 + column)}${number}`, cell));
  return `<row r="${number}" ${attributes}>${xml.join('')}</row>`;
}

function cellXml(reference: string, cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
  if (cell.startsWith('<c ')) return cell.replace('<c ', `<c r="${reference}" `);
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** A number with a style. */
export const styled = (style: number, value: number | string) => `<c s="${style}"><v>${value}</v></c>`;

/** An .xlsx file. */
export async function workbookFile({ sheets, texts = [], formats = [], isFrom1904 = false, parts = {} }: TestWorkbook, name = 'orders.xlsx'): Promise<File> {
  const custom = formats.map((format, index) =>
    typeof format === 'string' ? `<numFmt numFmtId="${170 + index}" formatCode="${escaped(format).replaceAll('"', '&quot;')}"/>` : '',
  );
  const all: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships><Relationship Id="rId1" Type="${TYPES}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${TYPES}"><workbookPr date1904="${isFrom1904 ? 1 : 0}"/><sheets>${sheets
      .map((sheet, nth) => `<sheet name="${escaped(sheet.name)}" sheetId="${nth + 1}" state="${sheet.state ?? 'visible'}" r:id="s${nth + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
      .map((_, nth) => `<Relationship Id="s${nth + 1}" Type="${TYPES}/worksheet" Target="worksheets/sheet${nth + 1}.xml"/>`)
      .join(
        '',
      )}<Relationship Id="t" Type="${TYPES}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="f" Type="${TYPES}/styles" Target="styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst ${MAIN}>${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><numFmts>${custom.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((format, index) => `<xf numFmtId="${typeof format === 'number' ? format : 170 + index}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows, after = '' }, nth) => [
        `xl/worksheets/sheet${nth + 1}.xml`,
        `<?xml version="1.0" encoding="UTF-8"?><worksheet ${MAIN}><sheetData>${rows}</sheetData>${after}</worksheet>`,
      ]),
    ),
    ...parts,
  };
  const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const [path, content] of Object.entries(all)) await zip.add(path, new TextReader(content));
  return new File([new Uint8Array(await (await zip.close()).arrayBuffer())], name);
}
