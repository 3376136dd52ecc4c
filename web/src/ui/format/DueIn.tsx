import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stowage/contract/formats/durations';
import { useEffect, useState } from 'react';
import { Badge } from '../Badge.tsx';

const TICK_MS = 30_000;

/** The time until a deadline, or since it passed. @param urgentMs marks the text when less time is left */
export function DueIn({ moment, urgentMs }: { moment: Date; urgentMs: number }) {
  const leftMs = moment.getTime() - useNow();
  const tone = leftMs < 0 ? 'bad' : leftMs < urgentMs ? 'warn' : 'neutral';
  return <Badge tone={tone}>{leftMs < 0 ? `${span(-leftMs)} late` : `in ${span(leftMs)}`}</Badge>;
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
