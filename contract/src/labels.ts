/** What is printed on one label; the printer, the browser's or another, decides how. */
export interface Label {
  /** The text in the barcode: an FNSKU or a location's code. */
  readonly code: string;
  /** Beside the code, in small letters: what the thing is. */
  readonly title: string;
  readonly detail: string;
  /** A location's code is read by people from an aisle away. */
  readonly isLarge: boolean;
}

/** DYMO 30252, in points. */
export const LABEL_SIZE = { width: 252, height: 79.05 } as const;

export const MAX_LABEL_COPIES = 99;
