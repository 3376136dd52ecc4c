import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { isDay, isFilled, isPositive, pageIn } from '../../shared/address-parts.ts';
import type { ChangeAddress } from '../../ui/table/change-address.ts';

export const INVOICING_TABS = ['invoices', 'credits', 'exceptions'] as const;
const INVOICING_WINDOWS = ['new', 'edit', 'import', 'tolerances', 'credit'] as const;

/** The address of the page with purchase orders, invoices and credits. */
export interface InvoicingAddress {
  /** The purchase orders when absent. */
  readonly tab?: (typeof INVOICING_TABS)[number] | undefined;
  readonly vendor?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** One of the tab's states. */
  readonly status?: string | undefined;
  /** Only credits with an outstanding refund. */
  readonly refunds?: true | undefined;
  readonly q?: string | undefined;
  /** One of the tab's columns; newest first when absent. */
  readonly sort?: string | undefined;
  readonly ascending?: true | undefined;
  /** One-based; 1 when absent. */
  readonly page?: number | undefined;
  /** The order that is expanded. */
  readonly order?: number | undefined;
  /** The invoice that is open. */
  readonly invoice?: number | undefined;
  /** The credit whose evidence is open. */
  readonly credit?: number | undefined;
  /** The first PO number of a new invoice. */
  readonly po?: string | undefined;
  /** The paid invoice that a new invoice corrects. */
  readonly corrects?: number | undefined;
  readonly window?: (typeof INVOICING_WINDOWS)[number] | undefined;
}

/** Resets the filters and the sorting that other tabs don't have. */
export const OTHER_LIST = {
  ...{ status: undefined, refunds: undefined, sort: undefined, ascending: undefined, page: undefined, order: undefined },
} as const satisfies InvoicingAddress;

export interface InvoicingTabProps {
  readonly address: InvoicingAddress;
  readonly onAddress: ChangeAddress<InvoicingAddress>;
}

export function readInvoicingAddress(search: Record<string, unknown>): InvoicingAddress {
  const { tab, vendor, from, to, status, refunds, q, sort, ascending, page, order, invoice, credit, po, corrects, window } = search;
  const known = INVOICING_TABS.find((name) => name === tab);
  const shown = INVOICING_WINDOWS.find((name) => name === window);
  return {
    ...(known !== undefined && { tab: known }),
    ...(isFilled(vendor) && { vendor: String(vendor) }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(typeof status === 'string' && { status }),
    ...(refunds === true && { refunds }),
    ...(isFilled(q) && { q: String(q) }),
    ...(typeof sort === 'string' && { sort }),
    ...(ascending === true && { ascending }),
    ...pageIn(page, LAST_PAGE),
    ...(isPositive(order) && { order }),
    ...(isPositive(invoice) && { invoice }),
    ...(isPositive(credit) && { credit }),
    ...(isFilled(po) && { po: String(po) }),
    ...(isPositive(corrects) && { corrects }),
    ...(shown !== undefined && { window: shown }),
  };
}
