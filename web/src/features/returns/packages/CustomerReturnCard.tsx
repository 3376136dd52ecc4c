import type { CustomerReturn } from '@stowage/contract/returns/packages';
import type { ReactNode } from 'react';
import { type Fact, Facts } from '../../../ui/Facts.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { When } from '../../../ui/format/When.tsx';

/** A customer's return of a unit, with the marketplace's reason and the customer's comments. */
export function CustomerReturnCard({ unit, hasLines, order }: { unit: CustomerReturn; hasLines: boolean; order: ReactNode }) {
  const facts: readonly Fact[] = [
    ['LPN', <Identifier key="lpn" value={unit.lpn} label="LPN" />],
    ['Order ID', <Identifier key="order" value={unit.order_id} label="order ID" />],
    ...(order === undefined ? [] : ([['Sold as', order]] as const)),
    ['Returned', <When key="at" text={unit.returned_at} />],
    ['Reason', unit.reason],
    ['Amazon disposition', unit.disposition],
  ];
  return (
    <section aria-label={`Unit ${unit.lpn}`} className="grid gap-3 rounded-card bg-sunken p-4">
      <p className="text-bench font-semibold [overflow-wrap:anywhere]">{unit.item_name ?? unit.sku}</p>
      {unit.customer_comments !== '' && <blockquote className="text-base">“{unit.customer_comments}”</blockquote>}
      <Facts facts={facts} isStacked className="flex flex-wrap gap-x-8 gap-y-2" valueClass="font-medium" />
      <p className="text-muted">
        {hasLines
          ? 'The unit may belong to these lines. Lines with remaining units come first.'
          : 'No package with this product has been shipped since the return.'}
      </p>
    </section>
  );
}
