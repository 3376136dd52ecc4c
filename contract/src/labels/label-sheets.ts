/** Sheets of labels for an office printer. Labels are in the middle of the page, without gaps between rows. Lengths in millimetres. */
export interface LabelSheet {
  readonly label: string;
  readonly page: { readonly width: number; readonly height: number };
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  /** From the left edge of a label to that of the next one. */
  readonly step: number;
}

const A4 = { width: 210, height: 297 };
const LETTER = { width: 215.9, height: 279.4 };

/** By the manufacturer's number of the most common sheet of the size. */
export const LABEL_SHEETS = {
  L7173: { label: 'A4, 10 a sheet: 99.1 × 57 mm (Avery L7173)', page: A4, columns: 2, rows: 5, width: 99.1, height: 57, step: 101.6 },
  L7163: { label: 'A4, 14 a sheet: 99.1 × 38.1 mm (Avery L7163)', page: A4, columns: 2, rows: 7, width: 99.1, height: 38.1, step: 101.6 },
  L7160: { label: 'A4, 21 a sheet: 63.5 × 38.1 mm (Avery L7160)', page: A4, columns: 3, rows: 7, width: 63.5, height: 38.1, step: 66.04 },
  L7159: { label: 'A4, 24 a sheet: 63.5 × 33.9 mm (Avery L7159)', page: A4, columns: 3, rows: 8, width: 63.5, height: 33.9, step: 66.04 },
  S3474: { label: 'A4, 24 a sheet: 70 × 37 mm (Avery 3474)', page: A4, columns: 3, rows: 8, width: 70, height: 37, step: 70 },
  S4461: { label: 'A4, 40 a sheet: 52.5 × 29.7 mm', page: A4, columns: 4, rows: 10, width: 52.5, height: 29.7, step: 52.5 },
  S5163: { label: 'Letter, 10 a sheet: 4 × 2 in (Avery 5163)', page: LETTER, columns: 2, rows: 5, width: 101.6, height: 50.8, step: 106.4 },
  S5160: { label: 'Letter, 30 a sheet: 2⅝ × 1 in (Avery 5160)', page: LETTER, columns: 3, rows: 10, width: 66.675, height: 25.4, step: 69.85 },
} as const satisfies Record<string, LabelSheet>;

export type LabelSheetName = keyof typeof LABEL_SHEETS;
export const LABEL_SHEET_NAMES = Object.keys(LABEL_SHEETS) as [LabelSheetName, ...LabelSheetName[]];
