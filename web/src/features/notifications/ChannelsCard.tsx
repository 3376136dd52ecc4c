import {
  ALWAYS_MAILED,
  isAlwaysMailed,
  listChannels,
  MAIL_CHANNELS,
  type MailChannel,
  NOTIFICATION_KINDS,
  type NotificationChannel,
  saveChannel,
} from '@stowage/contract/notifications/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryFor, useCommand } from '../../api/query.ts';
import { Card } from '../../ui/Card.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';

const MAIL_NAMES: Record<MailChannel, string> = { NONE: 'No mail', NOW: 'Immediately', DAILY: 'Once a day' };

export function ChannelsCard() {
  const query = queryFor(listChannels, {});
  const channels = useQuery(query);
  const client = useQueryClient();
  const save = useCommand(saveChannel);
  const change = (next: NotificationChannel) => {
    client.setQueryData(
      query.queryKey,
      channels.data?.map((channel) => (channel.kind === next.kind ? next : channel)),
    );
    save.mutate(
      { body: next },
      {
        onError: (error) => {
          toast('bad', `Not saved: ${error.message}`);
          void client.invalidateQueries({ queryKey: query.queryKey });
        },
      },
    );
  };
  return (
    <div id="notifications">
      <Card title="Notification channels" description={`Mails are sent only while email notifications are on in the settings. ${ALWAYS_MAILED}.`}>
        <QueryResult query={channels} rows={6} failure="The notification channels could not be loaded">
          {(rows) => <DataTable label="Notifications by kind" columns={columns(change)} rows={rows} keyOf={({ kind }) => kind} isNarrow />}
        </QueryResult>
      </Card>
    </div>
  );
}

function columns(change: (channel: NotificationChannel) => void): readonly Column<NotificationChannel>[] {
  return [
    { heading: 'Event', isTitle: true, cell: ({ kind }) => NOTIFICATION_KINDS[kind].label },
    {
      heading: 'In Stowage',
      cell: (channel) => (
        <input
          type="checkbox"
          aria-label={`In Stowage: ${NOTIFICATION_KINDS[channel.kind].label}`}
          className="size-5 accent-accent"
          checked={channel.inApp}
          onChange={({ target }) => change({ ...channel, inApp: target.checked })}
        />
      ),
    },
    {
      heading: 'By mail',
      cell: (channel) => (
        <select
          aria-label={`By mail: ${NOTIFICATION_KINDS[channel.kind].label}`}
          className="min-h-8 rounded-md border border-edge bg-surface px-2"
          value={channel.email}
          disabled={isAlwaysMailed(channel.kind)}
          title={isAlwaysMailed(channel.kind) ? ALWAYS_MAILED : undefined}
          onChange={({ target }) => change({ ...channel, email: MAIL_CHANNELS.find((value) => value === target.value) ?? 'NONE' })}
        >
          {MAIL_CHANNELS.map((value) => (
            <option key={value} value={value}>
              {MAIL_NAMES[value]}
            </option>
          ))}
        </select>
      ),
    },
  ];
}
