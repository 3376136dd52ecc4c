/** The content of one printed label, independent of the printer. */
export type Label = CodeLabel | CaseLabel;

/** A label with a barcode, for a unit or a shelf. */
export interface CodeLabel {
  /** The text in the barcode: an FNSKU or a location's code. */
  readonly code: string;
  /** The name of the item or location, in small letters. */
  readonly title: string;
  readonly detail: string;
  /** The vendor's item code of the product. */
  readonly itemCode?: string;
  /** The product to which the filed document is linked. */
  readonly productId?: number;
  /** Prints the code large: people read location codes from an aisle away. */
  readonly isLarge: boolean;
}

/** The label on units of a case. */
export interface CaseLabel {
  readonly caseId: string;
  readonly disposition: string;
  readonly quantity: number;
}

/** DYMO 30252, in points. */
export const LABEL_SIZE = { width: 252, height: 79.05 } as const;

export const MAX_LABEL_COPIES = 99;

/** The addresses on which the DYMO service of the local machine may listen: it uses the first free one of ten ports. */
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

/** What a printed label is for. */
export const PRINTED_LABEL_KINDS = ['TEST', 'LOCATION', 'ITEM', 'CASE'] as const;
export type PrintedLabelKind = (typeof PRINTED_LABEL_KINDS)[number];

/** How a station prints: the browser's print dialog, a label printer, or a file. */
export const PRINT_WAYS = ['BROWSER', 'DYMO', 'PDF', 'ZPL'] as const;
export type PrintWay = (typeof PRINT_WAYS)[number];
