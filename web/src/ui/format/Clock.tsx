import { useEffect, useState } from 'react';
import { dateTime24 } from './date-time.ts';

const TICK_MS = 1_000;

/** 'Current Time', ticking every second. Screen readers read it when they come to it, not every second. */
export function Clock() {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="text-muted">
      Current Time:{' '}
      <time dateTime={now.toISOString()} className="font-medium text-ink">
        {dateTime24(now)}
      </time>
    </p>
  );
}
