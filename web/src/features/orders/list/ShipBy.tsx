import { HOUR_MS } from '@stowage/contract/formats/durations';
import { URGENT_HOURS } from '@stowage/contract/orders/orders';
import { DueIn } from '../../../ui/format/DueIn.tsx';
import { dateTime24, parseUtcText } from '../../../ui/format/date-time.ts';

const URGENT_MS = URGENT_HOURS * HOUR_MS;

/** The time until an order must ship; for closed orders only the date. */
export function ShipBy({ text, isOpen }: { text: string | null; isOpen: boolean }) {
  const moment = parseUtcText(text);
  if (moment === undefined) return <span className="text-muted">N/A</span>;
  return (
    <span className="grid justify-items-start gap-0.5">
      {isOpen && <DueIn moment={moment} urgentMs={URGENT_MS} />}
      <time dateTime={moment.toISOString()} className="text-xs text-muted xl:whitespace-nowrap">
        {dateTime24(moment)}
      </time>
    </span>
  );
}
