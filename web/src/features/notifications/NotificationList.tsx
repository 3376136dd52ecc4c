import { NOTIFICATION_TABS, type NotificationTab } from '@stowage/contract/notifications/notification-tabs';
import { countUnread, listNotifications, markRead, type Notification } from '@stowage/contract/notifications/notifications';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useCommand } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { NotificationGroup, notRead } from './NotificationGroup.tsx';

const TABS: Record<NotificationTab, string> = { ALL: 'All', JOBS: 'Jobs', ALERTS: 'Alerts' };

interface NotificationListProps {
  readonly tab: NotificationTab;
  readonly onTab: (tab: NotificationTab) => void;
  readonly onOpen: (path: string) => void;
}

/** Lists notifications, newest first, grouped by record. */
export function NotificationList({ tab, onTab, onOpen }: NotificationListProps) {
  const read = useCommand(markRead, [listNotifications, countUnread]);
  const pages = useInfiniteQuery({
    queryKey: [listNotifications.path, tab],
    queryFn: ({ pageParam }) => call(listNotifications, { query: { tab, ...(pageParam !== undefined && { before: pageParam }) } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const all = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  const hasUnread = pages.data?.pages[0]?.hasUnread === true;
  return (
    <Tabs label="Notifications" current={tab} tabs={NOTIFICATION_TABS.map((name) => ({ name, label: TABS[name] }))} onTab={onTab}>
      <QueryResult
        query={pages}
        rows={4}
        failure="The notifications could not be loaded"
        empty={<EmptyState title="No notifications">Notifications about jobs, orders, counts and cases appear here.</EmptyState>}
      >
        {() => (
          <>
            <div>
              <Button size="small" disabled={read.isPending || !hasUnread} onClick={() => read.mutate({ body: { tab, upTo: all[0]?.id } }, notRead)}>
                Mark all read
              </Button>
            </div>
            <ul className="grid gap-2">
              {grouped(all).map((group) => (
                <NotificationGroup key={group[0]?.id} notifications={group} onOpen={onOpen} />
              ))}
            </ul>
          </>
        )}
      </QueryResult>
      <MoreButton query={pages} label="Older" />
    </Tabs>
  );
}

/** Groups by record, in the order of the newest notification of each. */
function grouped(notifications: readonly Notification[]): Notification[][] {
  const groups = new Map<string, Notification[]>();
  for (const notification of notifications) {
    const key = `${notification.recordKind} ${notification.recordId}`;
    groups.set(key, [...(groups.get(key) ?? []), notification]);
  }
  return [...groups.values()];
}
