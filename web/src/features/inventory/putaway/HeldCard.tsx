import { conditionName } from '@stowage/contract/catalog/conditions';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { SuggestedShelf } from '@stowage/contract/inventory/putaway';
import { PackageOpen } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { Photo } from '../../../ui/format/Photo.tsx';
import { Question } from '../scan/Question.tsx';
import { type HeldUnits, nameOf } from './putaway.ts';

interface HeldCardProps {
  readonly held: HeldUnits;
  readonly onHold: (held: HeldUnits | undefined) => void;
}

/** The units in the person's hand: how many, and where they belong, readable from two meters. */
export function HeldCard({ held, onHold }: HeldCardProps) {
  const { item, quantity, from } = held;
  const missing = from === undefined ? 0 : quantity - from.units;
  return (
    <div className="grid gap-3 rounded-card bg-accent-soft p-5 text-ink">
      <p className="flex flex-wrap items-center gap-2.5 text-2xl font-bold">
        <PackageOpen size={30} aria-hidden />
        {from === undefined ? 'Where do they come from?' : 'Scan the shelf'}
        <span className="ml-auto text-bench">× {numberText(quantity)}</span>
      </p>
      <div className="flex items-start gap-4">
        <Photo url={item.image_url} size="large" name={nameOf(item)} />
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <p className="text-bench font-semibold">{nameOf(item)}</p>
          <p>{[...new Set([item.identifier, item.seller_sku ?? 'N/A', conditionName(item.sku_condition)])].join(' · ')}</p>
          {from !== undefined && (
            <p className={missing > 0 ? 'font-semibold text-bad' : ''}>
              {numberText(from.units)} in {from.location}
              {missing > 0 && `, ${numberText(missing)} fewer than you hold`}
            </p>
          )}
        </div>
      </div>
      {from === undefined ? (
        <Question
          hasKeys
          choices={item.places.map((place) => ({
            id: place.location_id,
            label: `${place.location}: ${numberText(place.units)}`,
            give: () => onHold({ ...held, from: place }),
          }))}
          onDismiss={() => onHold(undefined)}
        />
      ) : (
        <>
          <Shelf shelf={item.shelf} quantity={quantity} />
          <div className="flex flex-wrap gap-2">
            {item.case_pack !== null && item.case_pack !== quantity && (
              <Button size="small" className="max-sm:min-h-11" onClick={() => onHold({ ...held, quantity: item.case_pack ?? 1 })}>
                Whole case: × {numberText(item.case_pack)}
              </Button>
            )}
            <Button size="small" look="quiet" className="max-sm:min-h-11" onClick={() => onHold(undefined)}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function Shelf({ shelf, quantity }: { shelf: SuggestedShelf | null; quantity: number }) {
  if (shelf === null) return <p className="text-lg">No usual shelf yet. Scan the one that you choose.</p>;
  const { location, units, free, why } = shelf;
  const isFull = free !== null && free < quantity;
  return (
    <p className="text-lg">
      Usual shelf <strong className="font-mono text-3xl">{location}</strong> {why === 'LAST' ? 'held it last' : `holds ${numberText(units)}`}
      {free !== null && (
        <span className={isFull ? 'font-semibold text-bad' : ''}>
          {isFull ? `, room for only ${numberText(Math.max(0, free))}` : `, room for ${numberText(free)}`}
        </span>
      )}
    </p>
  );
}
