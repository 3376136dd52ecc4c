import { PageLink } from './table/PageLink.tsx';

interface StatCardProps {
  readonly name: string;
  readonly value: number | undefined;
  /** Where what it counts is listed; it is the current one when that is what is shown. */
  readonly link?: { readonly path: string; readonly isCurrent: boolean; readonly onOpen: () => void };
}

const BOX = 'block h-full rounded-card border bg-surface px-4 py-3';

/** One number with its name. */
export function StatCard({ name, value, link }: StatCardProps) {
  const figure = (
    <dl className="flex h-full flex-col justify-between">
      <dt className="text-muted">{name}</dt>
      <dd className="text-2xl font-semibold">{value === undefined ? '–' : value.toLocaleString()}</dd>
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
