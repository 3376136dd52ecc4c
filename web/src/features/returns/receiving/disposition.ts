import { numberText } from '@stowage/contract/formats/text/number-text';
import type { Label } from '@stowage/contract/labels/labels';
import { CREATE_CASE_SUFFIX, type DispositionOption, LAST_LABEL_DISPLAY_ORDER, type ReturnLabel } from '@stowage/contract/returns/dispositions';
import type { TrackingRow } from '@stowage/contract/returns/packages';

/**
 * Prints immediately if the station can.
 * @param isFree whether the person still waits for the label, so that the browser's dialog may open
 * @returns false if the labels wait for a click
 * @throws Error with the printer's problem
 */
export type PrintNow = (labels: readonly Label[], copies: number, isFree: () => boolean) => Promise<boolean>;

/** The units of a new case. */
export interface CaseRequest {
  /** A different number for each case. */
  readonly nth: number;
  /** With the LPN if it was scanned. */
  readonly line: TrackingRow & { readonly lpn?: string | undefined };
  readonly disposition: DispositionOption;
  readonly quantity: number;
  readonly trackingNumber: string;
  readonly onCreated: (caseId: string) => void;
  /** The server rejected the case, so that another one can be created. */
  readonly onRefused: () => void;
}

/** The disposition's name on screens and labels. */
export function dispositionName(disposition: string): string {
  return disposition.endsWith(CREATE_CASE_SUFFIX) ? disposition.slice(0, -CREATE_CASE_SUFFIX.length) : disposition;
}

/** The units of a decision in words. */
export function unitsText({ quantity, disposition }: { readonly quantity: number; readonly disposition: DispositionOption }): string {
  return `${numberText(quantity)} × ${dispositionName(disposition.disposition)}`;
}

/** An empty quantity means one. */
export function typedQuantity(text: string | undefined): number {
  return Number(text || '1');
}

export function printsLabel({ display_order }: DispositionOption): boolean {
  return display_order <= LAST_LABEL_DISPLAY_ORDER;
}

/** A unit's label, which Amazon requires, with the vendor's item code for the putaway. */
export function unitLabel({ fnsku, item_code, condition, product_name }: ReturnLabel): Label {
  return { code: fnsku, title: product_name, detail: condition, itemCode: item_code ?? '', isLarge: false };
}
