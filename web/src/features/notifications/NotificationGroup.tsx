import { Menu } from '@base-ui/react/menu';
import { DAY_MS, HOUR_MS } from '@stowage/contract/formats/durations';
import {
  countUnread,
  listChannels,
  listNotifications,
  markRead,
  NOTIFICATION_KINDS,
  type Notification,
  saveChannel,
  snoozeNotification,
} from '@stowage/contract/notifications/notifications';
import { Ellipsis } from 'lucide-react';
import { useCommand } from '../../api/query.ts';
import { toast } from '../../ui/dialog/Toast.tsx';
import { dateTime24, localDay, momentAt } from '../../ui/format/date-time.ts';

interface NotificationGroupProps {
  /** The notifications about one record, newest first. */
  readonly notifications: readonly Notification[];
  readonly onOpen: (path: string) => void;
}

const CHANGED_QUERIES = [listNotifications, countUnread] as const;
const MORNING_HOUR = 8;
/** Reports that notifications are still unread. */
export const notRead = { onError: (error: Error) => toast('bad', `Not marked as read: ${error.message}`) };

export function NotificationGroup({ notifications, onOpen }: NotificationGroupProps) {
  const read = useCommand(markRead, CHANGED_QUERIES);
  const open = ({ path }: Notification) => {
    const ids = notifications.filter(({ isRead }) => !isRead).map(({ id }) => id);
    if (ids.length > 0) read.mutate({ body: { ids } }, notRead);
    onOpen(path);
  };
  return (
    <li className="rounded-card border border-line">
      <ul>
        {notifications.map((notification) => (
          <li key={notification.id} className="flex items-start gap-2 border-line px-3 py-2 [&:not(:first-child)]:border-t">
            <span aria-hidden className={`mt-2 size-2 shrink-0 rounded-full ${notification.isRead ? '' : 'bg-accent'}`} />
            <button type="button" className="min-w-0 flex-1 text-left hover:underline" onClick={() => open(notification)}>
              {!notification.isRead && <span className="sr-only">Unread: </span>}
              <span className={`block break-words ${notification.isRead ? '' : 'font-semibold'}`}>{notification.title}</span>
              {notification.body !== null && <span className="block text-[13px] break-words text-muted">{notification.body}</span>}
              <time dateTime={notification.createdAt} className="block text-[13px] text-muted">
                {dateTime24(new Date(notification.createdAt))}
              </time>
            </button>
            <ActionsMenu notification={notification} onRead={() => read.mutate({ body: { ids: [notification.id] } }, notRead)} />
          </li>
        ))}
      </ul>
    </li>
  );
}

const ITEM = 'flex min-h-9 cursor-pointer items-center rounded px-3 data-[highlighted]:bg-accent-soft data-[highlighted]:text-accent';

function ActionsMenu({ notification: { id, kind, title, isRead }, onRead }: { notification: Notification; onRead: () => void }) {
  const snooze = useCommand(snoozeNotification, CHANGED_QUERIES);
  const save = useCommand(saveChannel, [listChannels]);
  const snoozeUntil = (until: Date) =>
    snooze.mutate({ params: { id }, body: { until: until.toISOString() } }, { onError: (error) => toast('bad', `Not snoozed: ${error.message}`) });
  const mute = () =>
    save.mutate(
      { body: { kind, inApp: false, email: 'NONE' } },
      {
        onSuccess: () => toast('good', `Muted: ${NOTIFICATION_KINDS[kind].label}. You can change this in your profile.`),
        onError: (error) => toast('bad', `Not muted: ${error.message}`),
      },
    );
  return (
    <Menu.Root>
      <Menu.Trigger aria-label={`More for ${title}`} className="grid size-8 shrink-0 place-items-center rounded-md hover:bg-sunken">
        <Ellipsis size={17} aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="z-[60]">
          <Menu.Popup className="min-w-44 rounded-card border border-line bg-surface p-1 shadow-lg">
            {!isRead && (
              <Menu.Item className={ITEM} onClick={onRead}>
                Mark read
              </Menu.Item>
            )}
            <Menu.Item className={ITEM} onClick={() => snoozeUntil(new Date(Date.now() + HOUR_MS))}>
              Snooze 1 hour
            </Menu.Item>
            <Menu.Item className={ITEM} onClick={() => snoozeUntil(tomorrow())}>
              Snooze until tomorrow
            </Menu.Item>
            <Menu.Item className={ITEM} onClick={mute}>
              Mute this kind
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Tomorrow morning in the viewer's time zone. */
function tomorrow(): Date {
  return new Date(momentAt(Date.parse(localDay(new Date())) + DAY_MS + MORNING_HOUR * HOUR_MS));
}
