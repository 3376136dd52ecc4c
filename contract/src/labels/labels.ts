/** What is printed on one label; the printer, the browser's or another, decides how. */
export type Label = CodeLabel | CaseLabel;

/** A barcode and what it means, for a unit or a shelf. */
export interface CodeLabel {
  /** The text in the barcode: an FNSKU or a location's code. */
  readonly code: string;
  /** Beside the code, in small letters: what the thing is. */
  readonly title: string;
  readonly detail: string;
  /** The vendor's own number of the product. */
  readonly itemCode?: string;
  /** Under which what was printed is filed. */
  readonly productId?: number;
  /** A location's code is read by people from an aisle away. */
  readonly isLarge: boolean;
}

/** What is stuck on units that wait for the marketplace's decision. */
export interface CaseLabel {
  readonly caseId: string;
  readonly disposition: string;
  readonly quantity: number;
}

/** DYMO 30252, in points. */
export const LABEL_SIZE = { width: 252, height: 79.05 } as const;

export const MAX_LABEL_COPIES = 99;

/** Where the label printer's own service answers on the machine that a browser runs on: the first of ten ports that is free. */
export const DYMO_ORIGINS: readonly string[] = ['127.0.0.1', 'localhost'].flatMap((host) =>
  Array.from({ length: 10 }, (_, index) => `https://${host}:${41_951 + index}`),
);

export const LABEL_MESSAGES = {
  sent: 'Label sent to printer successfully!',
  failed: (message: string) => `Failed to print label: ${message}`,
  notLoaded: 'DYMO framework not loaded. Please make sure that DYMO Connect is installed and running on this computer.',
  noPrinters: 'No DYMO printers found. Please connect one to this computer and switch it on.',
  checklist: ['The label printing software is installed and running', 'A label printer is connected', 'The printer is on and ready'],
} as const;

/** How a station prints: on its label printer, through the browser's print dialog, or into a file. */
export const PRINT_WAYS = ['BROWSER', 'DYMO', 'PDF', 'ZPL'] as const;
export type PrintWay = (typeof PRINT_WAYS)[number];
