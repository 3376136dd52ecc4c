import { dollars } from '@stowage/contract/formats/text/money-text';

/** The old and the new value; a value that does not change is shown once. */
export function Change({ before, after }: { before: string | null; after: string | null }) {
  if (before === after) return <span className="break-words">{after ?? 'N/A'}</span>;
  return (
    <span className="break-words">
      <span className="text-muted">{before ?? 'N/A'} →</span> <mark className="rounded-sm bg-warn-soft px-1 font-semibold text-ink">{after ?? 'N/A'}</mark>
    </span>
  );
}

export function AmountChange({ before, after }: { before: number | null; after: number | null }) {
  return (
    <span className="whitespace-nowrap">
      <Change before={dollars(before)} after={dollars(after)} />
    </span>
  );
}
