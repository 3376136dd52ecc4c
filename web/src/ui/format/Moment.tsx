import { dateTime24 } from './date-time.ts';

/** A time in ISO 8601; `Never` when there is none. */
export function Moment({ text }: { text: string | null }) {
  return text === null ? (
    'Never'
  ) : (
    <time dateTime={text} className="xl:whitespace-nowrap">
      {dateTime24(new Date(text))}
    </time>
  );
}
