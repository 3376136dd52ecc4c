import { countUnread, listNotifications, notificationsTopic } from '@stowage/contract/notifications/notifications';
import { useQuery } from '@tanstack/react-query';
import { useTopic } from '../../api/live.ts';
import { queryFor, useInvalidate } from '../../api/query.ts';

/** What was snoozed rings by itself when its time comes. */
const LOOK_EVERY_MS = 60_000;

/** How many notifications nobody has read yet, as it changes. */
export function useUnread(userId: string): number {
  const invalidate = useInvalidate();
  const refresh = () => void Promise.all([countUnread, listNotifications].map(invalidate));
  useTopic(notificationsTopic, { params: { userId }, onMessage: refresh, onReconnect: refresh });
  return useQuery({ ...queryFor(countUnread, {}), refetchInterval: LOOK_EVERY_MS }).data?.unread ?? 0;
}
