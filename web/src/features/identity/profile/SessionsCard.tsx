import { endOwnSession, endOwnSessions, listOwnSessions } from '@stowage/contract/identity/account';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { clearTokens } from '../../../api/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { SessionTable } from '../SessionTable.tsx';

export function SessionsCard() {
  const sessions = useQuery(queryFor(listOwnSessions, {}));
  const [isAsking, setAsking] = useState(false);
  const end = useCommand(endOwnSession, [listOwnSessions]);
  const endAll = useCommand(endOwnSessions);
  return (
    <Card title="Sessions" description="The devices that you are signed in on." aside={<Button onClick={() => setAsking(true)}>Sign out everywhere</Button>}>
      <QueryResult query={sessions} rows={2} failure="The sessions could not be loaded">
        {(rows) => (
          <SessionTable
            sessions={rows}
            onEnd={(id) => end.mutate({ params: { id } }, { onError: (error) => toast('bad', `Not signed out: ${error.message}`) })}
          />
        )}
      </QueryResult>
      <ConfirmDialog
        open={isAsking}
        title="Sign out everywhere"
        question="This ends every session, including this one. Continue?"
        confirmLabel="Sign out everywhere"
        isBusy={endAll.isPending}
        onConfirm={() => endAll.mutate({}, { onSuccess: clearTokens, onError: (error) => toast('bad', `Not signed out everywhere: ${error.message}`) })}
        onClose={() => setAsking(false)}
      />
    </Card>
  );
}
