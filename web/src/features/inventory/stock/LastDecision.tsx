import { dollars } from '@stowage/contract/formats/text/money-text';
import { type BreakdownItem, lastDecision } from '@stowage/contract/pricing/pricing-breakdown';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { useMay } from '../../../api/session.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { When } from '../../../ui/format/When.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';

/** The last price decision of a job about the listing. */
export function LastDecision({ sku }: { sku: string }) {
  const isShown = useMay('prices.read');
  const last = useQuery({ ...queryFor(lastDecision, { query: { sku } }), enabled: isShown });
  if (!isShown) return null;
  return (
    <section aria-label="Last price decision">
      <h3 className="mb-2 font-semibold">Last price decision</h3>
      <QueryResult query={last} failure="The decision could not be loaded" rows={2}>
        {({ decision }) => (decision === null ? <EmptyState title="No job has priced this listing yet" /> : <Decision item={decision} />)}
      </QueryResult>
    </section>
  );
}

function Decision({ item }: { item: BreakdownItem }) {
  const facts = [
    ['Decided', <When key="at" text={item.created_at} />],
    ['Method', item.pricing_method.replaceAll('_', ' ')],
    ['Price', price(item.submitted_price)],
    ['MAP', price(item.map_price)],
    ['Competitive', price(item.competitive_price)],
    ['Outcome', [item.outcome ?? 'In progress', item.outcome_reason].filter(Boolean).join(': ')],
  ] as const;
  return (
    <div className="grid gap-3">
      <p>{item.pricing_decision}</p>
      <Facts facts={facts} isStacked className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3" />
    </div>
  );
}

const price = (amount: number | null) => (amount === null ? 'N/A' : dollars(amount));
