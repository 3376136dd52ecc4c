import { dayText } from './date-time.ts';

interface DayProps {
  /** `2026-11-20` */
  readonly day: string | null;
  /** Shown if there is no day. */
  readonly none?: string;
}

/** A day in the viewer's locale. */
export function Day({ day, none = 'N/A' }: DayProps) {
  if (day === null) return none;
  return (
    <time dateTime={day} className="whitespace-nowrap">
      {dayText(day)}
    </time>
  );
}
