import { endOwnSession, endOwnSessions, listOwnSessions, type OpenSession } from '@stowage/contract/account';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../api/query.ts';
import { clearTokens } from '../../api/session.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { dateTime24 } from '../../ui/date-time.ts';
import { ErrorState, SkeletonRows } from '../../ui/States.tsx';
import { deviceName } from './device-name.ts';

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
        <DataTable label="Sessions" columns={columns((id) => end.mutate({ params: { id } }))} rows={sessions.data} keyOf={({ id }) => id} />
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

function columns(end: (id: string) => void): readonly Column<OpenSession>[] {
  return [
    {
      heading: 'Device',
      isTitle: true,
      cell: ({ userAgent, isCurrent }) => (
        <span className="flex flex-wrap items-center gap-2" title={userAgent ?? undefined}>
          {deviceName(userAgent)} {isCurrent && <Badge tone="good">This one</Badge>}
        </span>
      ),
    },
    { heading: 'Kept', cell: ({ isRemembered }) => (isRemembered ? '30 days' : 'Until the browser is closed') },
    { heading: 'Signed in', cell: ({ startedAt }) => <time dateTime={startedAt}>{dateTime24(new Date(startedAt))}</time> },
    { heading: 'Last seen', cell: ({ lastSeenAt }) => <time dateTime={lastSeenAt}>{dateTime24(new Date(lastSeenAt))}</time> },
    {
      heading: 'Sign out',
      isAction: true,
      cell: ({ id, isCurrent, userAgent }) =>
        isCurrent ? null : (
          <Button size="small" aria-label={`Sign out ${deviceName(userAgent)}`} onClick={() => end(id)}>
            Sign out
          </Button>
        ),
    },
  ];
}
