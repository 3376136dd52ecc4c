import { LEDGER_PAGE_SIZE, LEDGER_WINDOW } from '@stowage/contract/inventory/adjustment';
import { addressReader, oneOf, pageUpTo, positive, text } from '../../../shared/address-parts.ts';

const placeName = oneOf('new', 'pattern', 'print');

/** Reads the adjustment screen's address: the tab, the search, the open dialog, the ledger's filter and page. */
export const readAdjustmentAddress = addressReader(
  {
    tab: oneOf('locations', 'adjustments'),
    q: text,
    /** The units awaiting putaway, instead of a search. */
    show: oneOf('lying'),
    /** The dialog or the drawer about one unit. */
    dialog: oneOf('remove', 'quarantine', 'condition', 'history'),
    /** The unit that the dialog is about. */
    item: positive,
    /** The location in the dialog; a new one, many of a pattern, or the labels of all. */
    place: (value) => placeName(value) ?? positive(value),
    sku: text,
    page: pageUpTo(LEDGER_WINDOW / LEDGER_PAGE_SIZE),
  },
  ({ dialog, item, ...address }) => (dialog === undefined || item === undefined ? address : { ...address, dialog, item }),
);
export type AdjustmentAddress = ReturnType<typeof readAdjustmentAddress>;
export type ItemDialogName = NonNullable<AdjustmentAddress['dialog']>;
