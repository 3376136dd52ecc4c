import type { SpreadsheetColumn } from '@stowage/contract/spreadsheets/columns';
import { type SpreadsheetKindName, spreadsheetKind } from '@stowage/contract/spreadsheets/kinds';
import { csvLine, UTF8_MARK } from '../../platform/formats/csv.ts';
import { inOnePart } from '../../platform/formats/in-one-part.ts';
import { workbook } from '../../platform/formats/workbook.ts';
import type { ServedFile } from '../../platform/http/files/served-file.ts';

/** An empty file with the columns of a kind. */
export function templateOf(kind: SpreadsheetKindName, format: 'csv' | 'xlsx'): ServedFile {
  const { title, columns } = spreadsheetKind(kind);
  const headers = columns.map(headerOf);
  const name = `${title.toLowerCase()}-template.${format}`;
  if (format === 'csv') return { name, mediaType: 'text/csv; charset=utf-8', content: inOnePart(Buffer.from(UTF8_MARK + csvLine(headers))) };
  const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return { name, mediaType, content: workbook(title, headers) };
}

/** A star marks a required column; headers are read without it. */
const headerOf = ({ title, isRequired }: SpreadsheetColumn) => (isRequired ? `${title} *` : title);
