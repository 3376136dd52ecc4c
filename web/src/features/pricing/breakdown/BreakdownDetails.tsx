import { dollars } from '@stowage/contract/formats/text/money-text';
import type { BreakdownItem } from '@stowage/contract/pricing/pricing-breakdown';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { When } from '../../../ui/format/When.tsx';

const BLOCKS = [
  { name: 'calculation_details', title: 'Calculation Details' },
  { name: 'competitive_data', title: 'Competitive Data' },
  { name: 'decision_details', title: 'Decision Details' },
] as const;

/** All inputs and results of a pricing decision. */
export function BreakdownDetails({ item }: { item: BreakdownItem }) {
  const facts = [
    ['Threshold Price', dollars(item.threshold_price)],
    ['Tiered Price', dollars(item.tiered_price)],
    ['Price ID', item.price_id ?? 'N/A'],
    ['Threshold Enforced', item.threshold_enforced ? 'Yes' : 'No'],
    ['Pricing Decision', item.pricing_decision],
    ['Outcome', [item.outcome, item.outcome_reason].filter(Boolean).join(': ') || 'Not sent yet'],
    ['Job ID', item.job_id],
    ['Created', <When key="created" text={item.created_at} />],
  ] as const;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
      <Facts facts={facts} isStacked className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-4" />
      <div className="grid gap-3 lg:grid-cols-3">
        {BLOCKS.map(({ name, title }) => {
          const text = item[name];
          return (
            text !== null && (
              <div key={name} className="min-w-0">
                <h3 className="mb-1 text-xs font-semibold">{title}</h3>
                <CodeBlock label={title} className="max-h-72 bg-surface p-2" text={pretty(text)} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
