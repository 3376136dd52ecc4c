import { LIST_SEARCH_MAX_LENGTH } from '@stowage/contract/formats/list-search';
import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { addressReader, day, flag, oneOf, pageUpTo, positive, text, textUpTo, word } from '../../shared/address-parts.ts';
import { VIEW_PARTS } from '../../shared/list/views/view-address.ts';
import type { AddressProps } from '../../ui/table/change-address.ts';

export const INVOICING_TABS = ['invoices', 'credits', 'exceptions'] as const;

/** Reads the address of the page with purchase orders, invoices and credits. */
export const readInvoicingAddress = addressReader({
  /** The purchase orders when absent. */
  tab: oneOf(...INVOICING_TABS),
  vendor: text,
  from: day,
  to: day,
  /** One of the tab's states. */
  status: word,
  /** Only credits with an outstanding refund. */
  refunds: flag,
  q: textUpTo(LIST_SEARCH_MAX_LENGTH),
  /** One of the tab's columns; newest first when absent. */
  sort: word,
  ascending: flag,
  page: pageUpTo(LAST_PAGE),
  /** The order that is expanded. */
  order: positive,
  /** The invoice from which the expanded order was opened. */
  back: positive,
  /** The invoice that is open. */
  invoice: positive,
  /** The credit whose evidence is open. */
  credit: positive,
  /** The first PO number of a new invoice. */
  po: text,
  /** The paid invoice that a new invoice corrects. */
  corrects: positive,
  window: oneOf('new', 'edit', 'import', 'tolerances', 'credit'),
  ...VIEW_PARTS,
});
export type InvoicingAddress = ReturnType<typeof readInvoicingAddress>;
export type InvoicingTabProps = AddressProps<InvoicingAddress>;

/** Resets the filters, the sorting and the view that other tabs don't have. */
export const OTHER_LIST = {
  ...{ status: undefined, refunds: undefined, sort: undefined, ascending: undefined, page: undefined, order: undefined, back: undefined },
  ...{ saved: undefined, cols: undefined },
} as const satisfies InvoicingAddress;
