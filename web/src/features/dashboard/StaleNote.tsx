import { Button } from '../../ui/Button.tsx';
import { hourText } from '../../ui/format/date-time.ts';

/** The fields of a part's query that its age depends on. */
export interface PartQuery<Data = unknown> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  /** In milliseconds. */
  readonly dataUpdatedAt: number;
  refetch(): unknown;
}

interface NotRenewedProps {
  readonly name: string;
  readonly query: PartQuery;
}

/** Shows the age of data whose refresh failed, with a retry. */
export function StaleNote({ name, query }: NotRenewedProps) {
  if (query.error === null || query.data === undefined) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2 text-[13px] text-warn">
      <p role="status" aria-label={`${name} is not up to date`}>
        As of {hourText(new Date(query.dataUpdatedAt))}, could not be refreshed
      </p>
      <Button size="small" aria-label={`Retry ${name}`} onClick={() => void query.refetch()} className="max-sm:min-h-11">
        Retry
      </Button>
    </div>
  );
}
