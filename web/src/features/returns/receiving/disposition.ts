import type { Label } from '@stowage/contract/labels/labels';
import { CREATE_CASE_SUFFIX, type DispositionOption, LAST_LABEL_DISPLAY_ORDER, type ReturnLabel } from '@stowage/contract/returns/dispositions';
import type { TrackingRow } from '@stowage/contract/returns/packages';

/** Prints at once, as the station does. @returns whether it did: else the labels wait until they are asked for. @throws Error with what is wrong at the printer */
export type PrintNow = (labels: readonly Label[], copies: number) => Promise<boolean>;

/** Units of which a case is to be made. */
export interface CaseRequest {
  /** Another one for each case. */
  readonly nth: number;
  /** With the LPN of its unit, where that was scanned. */
  readonly line: TrackingRow & { readonly lpn?: string | undefined };
  readonly disposition: DispositionOption;
  readonly quantity: number;
  readonly trackingNumber: string;
  readonly onCreated: (caseId: string) => void;
  /** The server said no: there is no case, and another one may be asked for. */
  readonly onRefused: () => void;
}

/** The disposition as it is shown and printed. */
export function dispositionName(disposition: string): string {
  return disposition.endsWith(CREATE_CASE_SUFFIX) ? disposition.slice(0, -CREATE_CASE_SUFFIX.length) : disposition;
}

/** An empty quantity means one. */
export function typedQuantity(text: string | undefined): number {
  return Number(text || '1');
}

export function printsLabel({ display_order }: DispositionOption): boolean {
  return display_order <= LAST_LABEL_DISPLAY_ORDER;
}

/** What the marketplace wants on a unit, and the vendor's own number for whoever shelves it. */
export function unitLabel({ fnsku, item_code, condition, product_name }: ReturnLabel): Label {
  return { code: fnsku, title: product_name, detail: condition, itemCode: item_code ?? '', isLarge: false };
}
