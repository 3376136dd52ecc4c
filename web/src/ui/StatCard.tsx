import { numberText } from '@stowage/contract/formats/text/number-text';
import type { ReactNode } from 'react';
import { PageLink } from './table/PageLink.tsx';

interface StatCardProps {
  readonly name: string;
  readonly value: number | string | undefined;
  /** Shown smaller behind the value. */
  readonly note?: ReactNode;
  /** The list of what the card counts; `isCurrent` when the page shows it. */
  readonly link?: { readonly path: string; readonly isCurrent: boolean; readonly onOpen: () => void };
}

const BOX = 'block h-full rounded-card border bg-surface px-4 py-3';

/** A number with its label. */
export function StatCard({ name, value, note, link }: StatCardProps) {
  const figure = (
    <dl className="flex h-full flex-col justify-between">
      <dt className="text-muted">{name}</dt>
      <dd className="text-2xl font-semibold">
        {typeof value === 'number' ? numberText(value) : (value ?? '–')}
        {note !== undefined && <span className="text-base font-medium text-muted"> {note}</span>}
      </dd>
    </dl>
  );
  if (link === undefined) return <div className={`${BOX} border-line`}>{figure}</div>;
  return (
    <PageLink
      path={link.path}
      onOpen={link.onOpen}
      isCurrent={link.isCurrent}
      className={`${BOX} ${link.isCurrent ? 'border-accent' : 'border-line hover:bg-sunken'}`}
    >
      {figure}
    </PageLink>
  );
}
