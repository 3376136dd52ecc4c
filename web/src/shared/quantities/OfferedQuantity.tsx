import { numberText } from '@stowage/contract/formats/text/number-text';
import { getListingQuantity, type ListingQuantity, quantitiesTopic } from '@stowage/contract/pricing/quantities';
import { useState } from 'react';
import { useLiveQuery } from '../../api/live-query.ts';
import { useMay } from '../../api/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { ListingRuleDialog } from './ListingRuleDialog.tsx';

/** What Amazon is to show of a listing, what was sent, and what Amazon answered. */
export function OfferedQuantity({ listingId, title = 'Offered on Amazon' }: { listingId: number; title?: string }) {
  const [isEditing, setEditing] = useState(false);
  const mayChange = useMay('listings.sync');
  const input = { params: { listingId: String(listingId) } };
  const isAbout = ({ listing_ids: ids }: { listing_ids: readonly number[] }) => ids.length === 0 || ids.includes(listingId);
  const quantity = useLiveQuery(getListingQuantity, input, { topic: quantitiesTopic, isAbout });
  return (
    <section aria-label={title}>
      <div className="mb-2 flex items-center justify-between gap-2">
        <h3 className="font-semibold">{title}</h3>
        {mayChange && quantity.data?.is_offered && (
          <Button size="small" onClick={() => setEditing(true)}>
            Change limits
          </Button>
        )}
      </div>
      <QueryResult query={quantity} failure="The offered quantity could not be loaded" rows={2}>
        {(data) => <Offer quantity={data} />}
      </QueryResult>
      {isEditing && quantity.data !== undefined && <ListingRuleDialog listingId={listingId} rule={quantity.data.rule} onClose={() => setEditing(false)} />}
    </section>
  );
}

function Offer({ quantity }: { quantity: ListingQuantity }) {
  if (!quantity.is_offered) return <p className="text-muted">Amazon has no listing of this SKU from your own stock.</p>;
  const facts = [
    ['Amazon shows', quantity.shown ?? 'Nothing'],
    ['To offer', quantity.rule.is_withheld ? 'Not sent' : (quantity.wanted ?? 'N/A')],
    ['Limits', limitsText(quantity)],
  ] as const;
  return (
    <div className="grid gap-3">
      <p>{offerText(quantity)}</p>
      {quantity.reason !== null && <p className={quantity.outcome === 'REJECTED' ? 'text-bad' : 'text-muted'}>{quantity.reason}</p>}
      <Facts facts={facts} isStacked className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3" />
    </div>
  );
}

const OUTCOMES = { ACCEPTED: 'accepted', WARNING: 'accepted with a warning', REJECTED: 'rejected' } as const;

/** `Offered 8 · sent 2026-11-20 14:02:05 · accepted`. */
function offerText({ sent, sent_at, outcome, is_due, mode }: ListingQuantity): string {
  const waiting = mode === 'ON' && is_due ? 'waits to be sent' : undefined;
  if (sent === null || sent_at === null) return waiting === undefined ? 'No quantity was sent yet.' : 'The quantity waits to be sent.';
  const answer = outcome === null ? 'no answer yet' : OUTCOMES[outcome];
  const parts = [`Offered ${numberText(sent)}`, `sent ${dateTime24(new Date(sent_at))}`, answer, waiting && outcome !== null && `a newer quantity ${waiting}`];
  return parts.filter(Boolean).join(' · ');
}

function limitsText({ rule }: ListingQuantity): string {
  const own = [rule.safety_stock !== null && `safety stock ${rule.safety_stock}`, rule.maximum !== null && `at most ${rule.maximum}`].filter(Boolean);
  return own.length === 0 ? 'As in the settings' : own.join(', ');
}
