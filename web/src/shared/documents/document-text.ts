import type { DocumentRow } from '@stowage/contract/documents/documents';
import { addressPart } from '@stowage/contract/formats/address-text';
import { numberText } from '@stowage/contract/formats/text/number-text';

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** 1,536 becomes `1.5 KB`. A document that is generated whenever it is opened has no size. */
export function sizeText(bytes: number | null): string {
  if (bytes === null) return 'Made when opened';
  const step = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return `${numberText(bytes / 1_000 ** step, { maximumFractionDigits: 1 })} ${UNITS[step]}`;
}

/** The path of the record that a document is linked to. */
export function linkPath({ kind, id, label }: NonNullable<DocumentRow['link']>): string {
  const po = addressPart(label.split(', ')[0] ?? label);
  switch (kind) {
    case 'PRODUCT':
      return `/products/${id}`;
    case 'PURCHASE_ORDER':
      return `/receiveinventory?po=${addressPart(label)}`;
    case 'PACKING_LIST':
      return `/receiveinventory?po=${po}&tab=edit&list=${id}`;
    case 'INVOICE':
      return `/poinvoicecredits?tab=invoices&invoice=${id}`;
    case 'CASE':
      return `/case-review?case=${id}`;
    case 'ORDER':
      return `/orders/${encodeURIComponent(id)}`;
    case 'FEED':
      return '/feed-status';
    default:
      return `/jobs?job=${id}`;
  }
}

/** The path of a document. */
export function documentPath(id: number): string {
  return `/documents?document=${id}`;
}
