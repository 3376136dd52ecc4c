import { deviceName } from '@stowage/contract/identity/device-name';
import type { OpenSession } from '@stowage/contract/identity/open-sessions';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';

interface SessionTableProps {
  readonly sessions: readonly OpenSession[];
  readonly onEnd: (id: string) => void;
}

/** A person's sessions, which can be ended except the current one. */
export function SessionTable({ sessions, onEnd }: SessionTableProps) {
  return <DataTable label="Sessions" columns={columns(onEnd)} rows={sessions} keyOf={({ id }) => id} />;
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
    { heading: 'From', cell: ({ address }) => address ?? 'Not recorded' },
    { heading: 'Stays signed in', cell: ({ isRemembered }) => (isRemembered ? '30 days' : 'Until the browser is closed') },
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
