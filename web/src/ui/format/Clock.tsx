import { useEffect, useState } from 'react';
import { dateTime24 } from './date-time.ts';

const TICK_MS = 1_000;

/** The current time, updated every second. Screen readers read it on demand, not every second. */
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
