import type { ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode];

interface FactsProps {
  readonly facts: readonly Fact[];
  /** Each value is below its name instead of beside it. */
  readonly isStacked?: boolean;
  /** The columns and gaps. */
  readonly className?: string;
  readonly valueClass?: string;
}

/** A record's properties with their names. */
export function Facts({ facts, isStacked = false, className = 'grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2', valueClass = '' }: FactsProps) {
  return (
    <dl className={className}>
      {facts.map(([name, value]) => (
        <div key={name} className={isStacked ? 'min-w-0' : 'contents'}>
          <dt className="text-muted">{name}</dt>
          <dd className={`min-w-0 [overflow-wrap:anywhere] ${valueClass}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
