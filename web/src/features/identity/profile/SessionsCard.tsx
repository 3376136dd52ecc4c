import { endOwnSession, endOwnSessions, listOwnSessions } from '@stowage/contract/identity/account';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { clearTokens } from '../../../api/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/States.tsx';
import { SessionTable } from '../SessionTable.tsx';

/** Where one is signed in. */
export function SessionsCard() {
  const sessions = useQuery(queryFor(listOwnSessions, {}));
  const [isAsking, setAsking] = useState(false);
  const end = useCommand(endOwnSession, [listOwnSessions]);
  const endAll = useCommand(endOwnSessions);
  return (
    <Card title="Sessions" description="Where you are signed in." aside={<Button onClick={() => setAsking(true)}>Sign out everywhere</Button>}>
      {sessions.isPending ? (
        <SkeletonRows count={2} />
      ) : sessions.data === undefined ? (
        <ErrorState title="The sessions could not be loaded" detail={sessions.error?.message} onRetry={() => void sessions.refetch()} />
      ) : (
        <SessionTable sessions={sessions.data} onEnd={(id) => end.mutate({ params: { id } })} />
      )}
      <ConfirmDialog
        open={isAsking}
        title="Sign out everywhere"
        question="Every session ends, this one too. Continue?"
        confirmLabel="Sign out everywhere"
        isBusy={endAll.isPending}
        onConfirm={() => endAll.mutate({}, { onSuccess: clearTokens })}
        onClose={() => setAsking(false)}
      />
    </Card>
  );
}
