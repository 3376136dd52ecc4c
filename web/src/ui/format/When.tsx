import { dateTime24, parseUtcText } from './date-time.ts';

/** Shows UTC text without a zone in the viewer's time zone; `N/A` when there is none. */
export function When({ text }: { text: string | null | undefined }) {
  const moment = parseUtcText(text);
  return moment === undefined ? (
    'N/A'
  ) : (
    <time dateTime={moment.toISOString()} className="xl:whitespace-nowrap">
      {dateTime24(moment)}
    </time>
  );
}
