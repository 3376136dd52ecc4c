import {
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
import { ErrorState, SkeletonRows } from '../../ui/States.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';

const MAIL_NAMES: Record<MailChannel, string> = { NONE: 'No mail', NOW: 'At once', DAILY: 'Once a day' };

/** How one hears of each kind of thing. */
export function ChannelsCard() {
  const query = queryFor(listChannels, {});
  const channels = useQuery(query);
  const client = useQueryClient();
  const save = useCommand(saveChannel);
  const change = (next: NotificationChannel) => {
    client.setQueryData(
      query.queryKey,
      channels.data?.map((one) => (one.kind === next.kind ? next : one)),
    );
    save.mutate(
      { body: next },
      {
        onError: (error) => {
          toast('bad', `It was not saved: ${error.message}`);
          void client.invalidateQueries({ queryKey: query.queryKey });
        },
      },
    );
  };
  return (
    <div id="notifications">
      <Card title="How you are told" description="Mails are sent while email notifications are on in the settings.">
        {channels.isPending ? (
          <SkeletonRows count={6} />
        ) : channels.data === undefined ? (
          <ErrorState title="The choices could not be loaded" detail={channels.error?.message} onRetry={() => void channels.refetch()} />
        ) : (
          <DataTable label="Notifications by kind" columns={columns(change)} rows={channels.data} keyOf={({ kind }) => kind} isNarrow />
        )}
      </Card>
    </div>
  );
}

function columns(change: (channel: NotificationChannel) => void): readonly Column<NotificationChannel>[] {
  return [
    { heading: 'What', isTitle: true, cell: ({ kind }) => NOTIFICATION_KINDS[kind].label },
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
          onChange={({ target }) => change({ ...channel, email: MAIL_CHANNELS.find((one) => one === target.value) ?? 'NONE' })}
        >
          {MAIL_CHANNELS.map((one) => (
            <option key={one} value={one}>
              {MAIL_NAMES[one]}
            </option>
          ))}
        </select>
      ),
    },
  ];
}
