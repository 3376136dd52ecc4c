import { URGENT_HOURS } from '@stowage/contract/orders';
import { useEffect, useState } from 'react';
import { Badge } from '../../ui/Badge.tsx';
import { dateTime24, parseUtcText } from '../../ui/date-time.ts';

const TICK_MS = 30_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long until an order must leave; of one that is over, only the time. */
export function ShipBy({ text, isOpen }: { text: string | null; isOpen: boolean }) {
  const now = useNow();
  const moment = parseUtcText(text);
  if (moment === undefined) return <span className="text-muted">N/A</span>;
  const leftMs = moment.getTime() - now;
  const tone = leftMs < 0 ? 'bad' : leftMs < URGENT_HOURS * HOUR_MS ? 'warn' : 'neutral';
  return (
    <span className="grid justify-items-start gap-0.5">
      {isOpen && <Badge tone={tone}>{leftMs < 0 ? `${span(-leftMs)} late` : `in ${span(leftMs)}`}</Badge>}
      <time dateTime={moment.toISOString()} className="text-xs text-muted xl:whitespace-nowrap">
        {dateTime24(moment)}
      </time>
    </span>
  );
}

function span(ms: number): string {
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days`;
  const hours = Math.floor(ms / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`;
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
