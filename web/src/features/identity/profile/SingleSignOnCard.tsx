import { connectSingleSignOn, disconnectSingleSignOn, getOwnSingleSignOn } from '@stowage/contract/identity/single-sign-on';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { CommandDialog } from '../../../shared/CommandDialog.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { dateTime24 } from '../../../ui/format/date-time.ts';
import { leaveFor } from '../sign-in/single-sign-on/round-trip.ts';

/** The person's account at the identity provider, where there is a provider. */
export function SingleSignOnCard() {
  const { data } = useQuery(queryFor(getOwnSingleSignOn, {}));
  const [isAsking, setAsking] = useState(false);
  const connect = useCommand(connectSingleSignOn);
  if (data === undefined || data.label === null) return null;
  const { label, connection } = data;
  const start = () =>
    connect.mutate(
      {},
      {
        onSuccess: ({ address }) => leaveFor(address, { purpose: 'CONNECT', returnTo: '/profile' }),
        onError: ({ message }) => toast('bad', message),
      },
    );
  return (
    <Card
      title="Single sign-on"
      description={`Sign in with your account at ${label}.`}
      aside={
        connection === null ? (
          <Button disabled={connect.isPending} onClick={start}>
            Connect
          </Button>
        ) : (
          <Button onClick={() => setAsking(true)}>Disconnect</Button>
        )
      }
    >
      <p className="flex flex-wrap items-center gap-2 px-4 pb-4">
        <Badge tone={connection === null ? 'neutral' : 'good'}>{connection === null ? 'Not connected' : 'Connected'}</Badge>
        {connection !== null && (
          <span className="break-all">
            {connection.email ?? 'Without an email address'}, last used {dateTime24(new Date(connection.last_used_at))}
          </span>
        )}
      </p>
      {isAsking && (
        <CommandDialog
          title={`Disconnect from ${label}`}
          question={`Your account at ${label} no longer signs you in here.`}
          confirmLabel="Disconnect"
          isDangerous
          endpoint={disconnectSingleSignOn}
          input={{}}
          stale={[getOwnSingleSignOn]}
          done={`Your account is disconnected from ${label}`}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}
