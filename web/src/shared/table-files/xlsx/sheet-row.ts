/** A row of a workbook's sheet. */
export interface SheetRow {
  /** From 1, as in the spreadsheet. */
  readonly number: number;
  /** The texts of the cells by column, from 0. Empty cells may be missing. */
  readonly cells: ReadonlyMap<number, string>;
  /** The first row of the merged area that a cell below it belongs to, by column. */
  readonly merged?: ReadonlyMap<number, number>;
}
