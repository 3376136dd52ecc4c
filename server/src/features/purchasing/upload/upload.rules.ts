import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { poName } from '@stowage/contract/purchasing/po-name';
import type { PoDuplicate } from '@stowage/contract/purchasing/purchase-order-upload';

type Reason = 'same_file' | 'duplicate_po' | 'changed_po' | 'other_vendor';

/** The most severe reason why existing orders refuse a file. */
export function causeOfDuplicates(duplicates: readonly PoDuplicate[]): { readonly reason: Reason; readonly cause: string } {
  const ofKind = (kind: PoDuplicate['kind']) => duplicates.filter((one) => one.kind === kind);
  const others = ofKind('OTHER_VENDOR');
  if (others.length > 0) {
    const [{ po_number, vendor, file_vendor } = { po_number: '', vendor: '', file_vendor: '' }] = others;
    return { reason: 'other_vendor', cause: `${poName(po_number)} is an order of ${vendor}, not of ${file_vendor}${andMore(others.length)}` };
  }
  const changed = ofKind('CHANGED');
  if (changed.length > 0) return { reason: 'changed_po', cause: `${alreadyExist(changed)}; ${changesOf(changed)}` };
  const partial = duplicates.find(({ other_lines }) => other_lines > 0);
  if (partial !== undefined) {
    const { po_number, other_lines } = partial;
    return {
      reason: 'same_file',
      cause: `${alreadyExist(duplicates)} with the same lines; ${counted(other_lines, 'more line')} of ${po_number} not in this file`,
    };
  }
  return { reason: 'same_file', cause: `${listed(duplicates)} ${duplicates.length === 1 ? 'was' : 'were'} already uploaded with the same lines` };
}

function alreadyExist(orders: readonly PoDuplicate[]): string {
  return `${listed(orders)} already ${orders.length === 1 ? 'exists' : 'exist'}`;
}

function changesOf(orders: readonly PoDuplicate[]): string {
  const lines = orders.reduce((sum, { new_lines, changed_lines }) => sum + new_lines + changed_lines, 0);
  const named = orders.filter(({ sets_vendor }) => sets_vendor).length;
  const differing = counted(lines, 'line differs', 'lines differ');
  if (named === 0) return differing;
  const vendors = `${counted(named, 'order')} without a vendor ${named === 1 ? 'gets' : 'get'} one`;
  return lines === 0 ? vendors : `${differing}; ${vendors}`;
}

const NAMED = 3;

function listed(orders: readonly PoDuplicate[]): string {
  return `${orders
    .slice(0, NAMED)
    .map(({ po_number }) => poName(po_number))
    .join(', ')}${andMore(orders.length - NAMED + 1)}`;
}

function andMore(count: number): string {
  return count > 1 ? ` and ${numberText(count - 1)} more` : '';
}
