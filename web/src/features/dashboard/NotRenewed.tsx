import { Button } from '../../ui/Button.tsx';
import { hourText } from '../../ui/format/date-time.ts';

/** What the query of a part tells of how old what it shows is. */
export interface Renewal {
  readonly data: unknown;
  readonly isError: boolean;
  /** In milliseconds. */
  readonly dataUpdatedAt: number;
  refetch(): unknown;
}

interface NotRenewedProps {
  /** The part that shows something older than it should. */
  readonly name: string;
  readonly query: Renewal;
}

/** Below what a part shows while its newest call failed: from when it is, and the way to ask again. */
export function NotRenewed({ name, query }: NotRenewedProps) {
  if (!query.isError || query.data === undefined) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2 text-[13px] text-warn">
      <p role="status" aria-label={`${name} is old`}>
        As of {hourText(new Date(query.dataUpdatedAt))}, could not be renewed
      </p>
      <Button size="small" aria-label={`Retry ${name}`} onClick={() => void query.refetch()} className="max-sm:min-h-11">
        Retry
      </Button>
    </div>
  );
}
