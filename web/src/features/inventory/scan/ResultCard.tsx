import { conditionName } from '@stowage/contract/catalog/conditions';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { HistoryRow } from '@stowage/contract/inventory/scan';
import { CircleAlert, CircleCheck, CircleHelp, LoaderCircle, TriangleAlert } from 'lucide-react';
import { isRejected, type Scan } from './scan.ts';

const LOOKS = {
  pending: { classes: 'bg-sunken text-ink', icon: LoaderCircle, word: 'Saving' },
  retrying: { classes: 'bg-warn-soft text-warn', icon: TriangleAlert, word: 'Not saved yet, retrying' },
  done: { classes: 'bg-good-soft text-good', icon: CircleCheck, word: 'Added' },
  unknown: { classes: 'bg-warn-soft text-warn', icon: CircleHelp, word: 'Added' },
  failed: { classes: 'bg-bad-soft text-bad', icon: CircleAlert, word: 'Not added' },
  counted: { classes: 'bg-good-soft text-good', icon: CircleCheck, word: 'Counted' },
  notCounted: { classes: 'bg-bad-soft text-bad', icon: CircleAlert, word: 'Not counted' },
  confirmed: { classes: 'bg-good-soft text-good', icon: CircleCheck, word: 'Confirmed' },
  moved: { classes: 'bg-good-soft text-good', icon: CircleCheck, word: 'Moved' },
  asking: { classes: 'bg-warn-soft text-warn', icon: CircleHelp, word: 'One more than recorded' },
  choosing: { classes: 'bg-warn-soft text-warn', icon: CircleHelp, word: 'Choose' },
} as const;

/** The item's name, SKU and condition. */
export type Described = Pick<HistoryRow, 'item_name' | 'seller_sku' | 'sku_condition'>;

/** The last scan's result, item and location, readable from two meters. Why a scan was rejected stands at the field and in the list. */
export function ResultCard({ scan, row }: { scan: Scan | undefined; row: Described | undefined }) {
  if (scan === undefined) {
    return <div className="grid min-h-32 place-items-center rounded-card border border-dashed border-edge p-5 text-center text-muted">Scan the first unit</div>;
  }
  const look = lookOf(scan, row);
  const { classes, icon: Icon, word } = LOOKS[look];
  return (
    <div className={`grid min-h-32 min-w-0 grid-cols-[minmax(0,1fr)] content-center gap-1 rounded-card p-5 ${classes}`}>
      <p className="flex items-center gap-2.5 text-2xl font-bold">
        <Icon size={30} aria-hidden className={scan.state === 'pending' ? 'animate-spin' : ''} />
        {word}
        {scan.state === 'done' && ` ${look === 'confirmed' || look === 'counted' ? 'in' : 'to'} ${scan.location}`}
        {look === 'counted' && row?.item_name === null && ', not in the catalog'}
        {look === 'unknown' && (row?.item_name === null ? ', not in the catalog' : ', without a listing')}
      </p>
      {scan.result !== undefined && scan.state === 'done' && (
        <p className="text-2xl font-bold">
          {numberText(scan.result.counted)} {scan.result.expected !== null && `of ${numberText(scan.result.expected)} `}here
        </p>
      )}
      <p className="text-bench font-semibold [overflow-wrap:anywhere]">{row?.item_name ?? scan.code}</p>
      {row?.item_name && (
        <p className="text-base [overflow-wrap:anywhere]">
          {scan.code} · {row.seller_sku ?? 'N/A'} · {conditionName(row.sku_condition)}
        </p>
      )}
    </div>
  );
}

function lookOf(scan: Scan, row: Described | undefined): keyof typeof LOOKS {
  if (isRejected(scan.state)) return scan.countId === undefined ? 'failed' : 'notCounted';
  if (scan.state !== 'done') return scan.state;
  if (scan.result?.outcome === 'COUNTED') return 'counted';
  if (scan.result?.outcome === 'CONFIRMED') return 'confirmed';
  if (scan.result?.outcome === 'MOVED') return 'moved';
  return row !== undefined && (row.item_name === null || row.sku_condition === null) ? 'unknown' : 'done';
}
