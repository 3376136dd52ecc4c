import type { ReactNode } from 'react';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { type PartQuery, StaleNote } from './StaleNote.tsx';

interface PartResultProps<Data> {
  readonly name: string;
  readonly query: PartQuery<Data>;
  /** The title of the error. */
  readonly failure: string;
  readonly rows: number;
  readonly empty?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Loading, error, empty state or content of a part of the dashboard. A part that could not be refreshed shows its age. */
export function PartResult<Data>({ name, query, failure, ...rest }: PartResultProps<Data>) {
  return (
    <QueryResult
      query={query}
      failure={() => failure}
      retryLabel="Retry"
      stale={() => (
        <div className="px-4 pb-2">
          <StaleNote name={name} query={query} />
        </div>
      )}
      {...rest}
    />
  );
}
