import { endSessionOf, listPeople, listSessionsOf } from '@stowage/contract/identity/people';
import { useQuery } from '@tanstack/react-query';
import { queryFor, useCommand } from '../../../api/query.ts';
import { ErrorState, SkeletonRows } from '../../../ui/States.tsx';
import { SessionTable } from '../SessionTable.tsx';

interface PersonSessionsProps {
  readonly personId: number;
  readonly onProblem: (problem: string | undefined) => void;
}

/** Where somebody is signed in. */
export function PersonSessions({ personId, onProblem }: PersonSessionsProps) {
  const sessions = useQuery(queryFor(listSessionsOf, { params: { id: personId } }));
  const end = useCommand(endSessionOf, [listSessionsOf, listPeople]);
  if (sessions.isPending) return <SkeletonRows count={2} />;
  if (sessions.data === undefined) {
    return <ErrorState title="The sessions could not be loaded" detail={sessions.error?.message} onRetry={() => void sessions.refetch()} />;
  }
  if (sessions.data.length === 0) return <p className="text-muted">Not signed in anywhere.</p>;
  const onEnd = (session: string) => {
    onProblem(undefined);
    end.mutate({ params: { id: personId, session } }, { onError: (error) => onProblem(error.message) });
  };
  return <SessionTable sessions={sessions.data} onEnd={onEnd} />;
}
