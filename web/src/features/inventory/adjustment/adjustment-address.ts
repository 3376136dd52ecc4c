import { LEDGER_PAGE_SIZE, LEDGER_WINDOW } from '@stowage/contract/inventory/adjustment';
import { isFilled, isPositive, pageIn } from '../../../shared/address-parts.ts';

/** The dialogs and the drawer about one unit. */
const ITEM_DIALOGS = ['remove', 'quarantine', 'condition', 'history'] as const;
export type ItemDialogName = (typeof ITEM_DIALOGS)[number];

/** The adjustment screen's address: the tab, the search, the open dialog, the ledger's filter and page. */
export interface AdjustmentAddress {
  readonly tab?: 'locations' | 'adjustments' | undefined;
  readonly q?: string | undefined;
  /** The units awaiting putaway, instead of a search. */
  readonly show?: 'lying' | undefined;
  readonly dialog?: ItemDialogName | undefined;
  /** The unit that the dialog is about. */
  readonly item?: number | undefined;
  /** The location in the dialog. */
  readonly place?: number | 'new' | undefined;
  readonly sku?: string | undefined;
  /** One-based; 1 when absent. */
  readonly page?: number | undefined;
}

export function readAdjustmentAddress({ tab, q, show, dialog, item, place, sku, page }: Record<string, unknown>): AdjustmentAddress {
  const known = ITEM_DIALOGS.find((name) => name === dialog);
  return {
    ...((tab === 'adjustments' || tab === 'locations') && { tab }),
    ...(isFilled(q) && { q: String(q) }),
    ...(show === 'lying' && { show }),
    ...(known !== undefined && isPositive(item) && { dialog: known, item }),
    ...((place === 'new' || isPositive(place)) && { place }),
    ...(isFilled(sku) && { sku: String(sku) }),
    ...pageIn(page, LEDGER_WINDOW / LEDGER_PAGE_SIZE),
  };
}
