import { DAY_MS } from '@stowage/contract/formats/durations';
import { counted } from '@stowage/contract/formats/text/counted';
import { dateTime24, parseUtcText } from '../ui/format/date-time.ts';

/** The age in days, with the full time on hover. */
export function Age({ since }: { since: string | null }) {
  const moment = parseUtcText(since);
  if (moment === undefined) return <span className="text-muted">–</span>;
  const days = Math.max(0, Math.floor((Date.now() - moment.getTime()) / DAY_MS));
  return (
    <time dateTime={moment.toISOString()} title={dateTime24(moment)} className="whitespace-nowrap">
      {days === 0 ? 'Today' : counted(days, 'day')}
    </time>
  );
}
