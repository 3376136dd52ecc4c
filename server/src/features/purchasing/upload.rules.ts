import type { PoDuplicate } from '@stowage/contract/purchase-order-files';

type Reason = 'same_file' | 'duplicate_po' | 'changed_po' | 'other_vendor';

/** Why orders that there are already refuse a file. The gravest cause is told. */
export function causeOfDuplicates(duplicates: readonly PoDuplicate[]): { readonly reason: Reason; readonly cause: string } {
  const ofKind = (kind: PoDuplicate['kind']) => duplicates.filter((one) => one.kind === kind);
  const others = ofKind('OTHER_VENDOR');
  if (others.length > 0) {
    const [{ po_number, vendor, file_vendor } = { po_number: '', vendor: '', file_vendor: '' }] = others;
    return { reason: 'other_vendor', cause: `PO ${po_number} is an order of ${vendor}, not of ${file_vendor}${andMore(others.length)}` };
  }
  const changed = ofKind('CHANGED');
  if (changed.length > 0) {
    const lines = changed.reduce((sum, { new_lines, changed_lines }) => sum + new_lines + changed_lines, 0);
    return {
      reason: 'changed_po',
      cause: `${listed(changed)} ${changed.length === 1 ? 'is' : 'are'} there already; ${lines.toLocaleString('en-US')} ${lines === 1 ? 'line differs' : 'lines differ'}`,
    };
  }
  return { reason: 'same_file', cause: `${listed(duplicates)} ${duplicates.length === 1 ? 'was' : 'were'} uploaded already, with the same lines` };
}

const NAMED = 3;

function listed(orders: readonly PoDuplicate[]): string {
  return `PO ${orders
    .slice(0, NAMED)
    .map(({ po_number }) => po_number)
    .join(', ')}${andMore(orders.length - NAMED + 1)}`;
}

function andMore(count: number): string {
  return count > 1 ? ` and ${(count - 1).toLocaleString('en-US')} more` : '';
}
