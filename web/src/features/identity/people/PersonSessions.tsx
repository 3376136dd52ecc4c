import { endSessionOf, listPeople, listSessionsOf } from '@stowage/contract/identity/people';
import { useQuery } from '@tanstack/react-query';
import { queryFor, useCommand } from '../../../api/query.ts';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { SessionTable } from '../SessionTable.tsx';

interface PersonSessionsProps {
  readonly personId: number;
  readonly onProblem: (problem: string | undefined) => void;
}

export function PersonSessions({ personId, onProblem }: PersonSessionsProps) {
  const sessions = useQuery(queryFor(listSessionsOf, { params: { id: personId } }));
  const end = useCommand(endSessionOf, [listSessionsOf, listPeople]);
  const onEnd = (session: string) => {
    onProblem(undefined);
    end.mutate({ params: { id: personId, session } }, { onError: (error) => onProblem(error.message) });
  };
  return (
    <QueryResult query={sessions} rows={2} failure="The sessions could not be loaded" empty={<p className="text-muted">No open sessions.</p>}>
      {(rows) => <SessionTable sessions={rows} onEnd={onEnd} />}
    </QueryResult>
  );
}
