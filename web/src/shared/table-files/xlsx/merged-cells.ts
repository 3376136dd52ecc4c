import { columnOf } from './cell-names.ts';
import type { SheetRow } from './sheet-row.ts';
import type { Sheet, Workbook } from './workbook.ts';

/** Cells that a spreadsheet shows as one, with the text of the first. Rows are from 1, columns from 0. */
export interface MergedArea {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

const MERGED = /<(?:\w+:)?mergeCell\b[^>]*?\bref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/gi;
/** Longer than the element, which may be split between two pieces. */
const OVERLAP = 200;
/** A sheet with more is not filled in by hand. */
const MAX_AREAS = 100_000;

/** The merged areas of a sheet by their first row. They stand behind the rows, so that the sheet is searched before it is read. */
export async function readMerges({ parts }: Workbook, sheet: Sheet): Promise<MergedArea[]> {
  const areas = new Map<string, MergedArea>();
  let rest = '';
  for await (const piece of parts.read(sheet.path)) {
    const text = rest + piece;
    if (text.includes('mergeCell')) {
      for (const [, left = '', top, right = '', bottom] of text.matchAll(MERGED)) {
        const area = { top: Number(top), bottom: Number(bottom), left: columnOf(left), right: columnOf(right) };
        if (areas.size < MAX_AREAS) areas.set(JSON.stringify(area), area);
      }
    }
    rest = text.slice(-OVERLAP);
  }
  return [...areas.values()].sort((one, other) => one.top - other.top);
}

/**
 * @returns a function that gives each row what the spreadsheet shows: the first cell's text in the rows of its area, and nothing
 * in the other cells, which may hold texts that nobody sees. A row that has no text of its own stays empty.
 */
export function createMergeFiller(areas: readonly MergedArea[]): (row: SheetRow) => SheetRow {
  let next = 0;
  let open: { readonly area: MergedArea; text: string }[] = [];
  return (row) => {
    open = open.filter(({ area }) => area.bottom >= row.number);
    for (let area = areas[next]; area !== undefined && area.top <= row.number; area = areas[++next]) {
      if (area.bottom >= row.number) open.push({ area, text: '' });
    }
    if (open.length === 0) return row;
    const cells = new Map(row.cells);
    for (const one of open) {
      const { left, right, top } = one.area;
      if (top === row.number) one.text = row.cells.get(left) ?? '';
      for (const column of row.cells.keys()) if (column >= left && column <= right && (column > left || row.number > top)) cells.delete(column);
    }
    if (cells.size === 0) return { ...row, cells };
    const merged = new Map<number, number>();
    for (const { area, text } of open) {
      if (area.top === row.number || text === '') continue;
      cells.set(area.left, text);
      merged.set(area.left, area.top);
    }
    return { ...row, cells, ...(merged.size > 0 && { merged }) };
  };
}
