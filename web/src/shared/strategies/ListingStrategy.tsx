import { moneyText } from '@stowage/contract/formats/text/money-text';
import { getPriceStrategy, type ListingPriceStrategy, PRICE_STRATEGIES, priceStrategiesTopic } from '@stowage/contract/pricing/price-strategies';
import { useState } from 'react';
import { useLiveQuery } from '../../api/live-query.ts';
import { useMay } from '../../api/session.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { HeldPriceLink } from './HeldPriceLink.tsx';
import { StrategyDialog } from './StrategyDialog.tsx';

/** How a listing is priced, and why it has its price. */
export function ListingStrategy({ listingId, title }: { listingId: number; title: string }) {
  const [isEditing, setEditing] = useState(false);
  const mayChange = useMay('listings.sync');
  const isAbout = ({ listing_ids: ids }: { listing_ids: readonly number[] }) => ids.length === 0 || ids.includes(listingId);
  const found = useLiveQuery(getPriceStrategy, { params: { listingId } }, { topic: priceStrategiesTopic, isAbout });
  return (
    <section aria-label={`Price of ${title}`}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{title}</h3>
        {mayChange && found.data?.is_listed && (
          <Button size="small" onClick={() => setEditing(true)}>
            {found.data.strategy === null ? 'Set strategy' : 'Change strategy'}
          </Button>
        )}
      </div>
      <QueryResult query={found} failure="The price strategy could not be loaded" rows={3}>
        {(data) => <Strategy found={data} />}
      </QueryResult>
      {isEditing && found.data !== undefined && <StrategyDialog listingId={listingId} found={found.data} onClose={() => setEditing(false)} />}
    </section>
  );
}

function Strategy({ found }: { found: ListingPriceStrategy }) {
  const { strategy, last } = found;
  if (!found.is_listed) return <p className="text-muted">Amazon has no listing of this SKU.</p>;
  const facts = [
    ['Strategy', strategy === null ? 'General rules' : PRICE_STRATEGIES[strategy.strategy]],
    ['Price now', moneyText(found.price)],
    ['Limits', limitsText(strategy)],
    ['Floor', found.cost === null ? `${moneyText(found.floor)}, the cost is unknown` : moneyText(found.floor)],
  ] as const;
  return (
    <div className="grid gap-3">
      {strategy !== null && (
        <p className="flex flex-wrap gap-2">
          <Badge tone={strategy.is_on ? 'good' : 'neutral'}>{strategy.is_on ? 'On' : 'Off'}</Badge>
          {last?.explanation.held_by != null && <Badge tone="warn">Held</Badge>}
          {found.is_paused && <Badge tone="warn">Prices are paused</Badge>}
        </p>
      )}
      <Facts facts={facts} isStacked className="grid grid-cols-2 gap-x-4 gap-y-2" />
      {last !== null && <Explanation last={last} />}
      {strategy?.is_on === true && last === null && <p className="text-muted">Its price is decided within seconds.</p>}
    </div>
  );
}

/** The last decision, step by step. */
function Explanation({ last }: { last: NonNullable<ListingPriceStrategy['last']> }) {
  const { steps, held_by, competitor } = last.explanation;
  return (
    <div className="rounded-md bg-sunken p-3">
      <p className="mb-1 font-medium">Why this price, decided {dateTime24(new Date(last.decided_at))}</p>
      <ol className="list-decimal pl-5">
        {(steps ?? ['The reasons contain costs, which your role doesn’t show.']).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {competitor !== null && <p className="mt-1 text-[13px] text-muted">Competitor seen {dateTime24(new Date(competitor.seen_at))}</p>}
      {held_by !== null && last.job_id !== null && (
        <p className="mt-2">
          <HeldPriceLink jobId={last.job_id}>Open the held price</HeldPriceLink>
        </p>
      )}
    </div>
  );
}

function limitsText(strategy: ListingPriceStrategy['strategy']): string {
  const limits = [
    strategy?.minimum != null && `at least ${moneyText(strategy.minimum.toFixed(2))}`,
    strategy?.maximum != null && `at most ${moneyText(strategy.maximum.toFixed(2))}`,
    strategy?.never_below_map === true && 'never below MAP',
    strategy?.schedule != null && `${strategy.schedule.from} to ${strategy.schedule.until}`,
  ].filter(Boolean);
  return limits.length === 0 ? 'None of its own' : limits.join(', ');
}
