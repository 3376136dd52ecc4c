import { countUnread, listNotifications, notificationsTopic } from '@stowage/contract/notifications/notifications';
import { useQuery } from '@tanstack/react-query';
import { useTopic } from '../../api/live.ts';
import { queryFor, useInvalidate } from '../../api/query.ts';

/** No message announces that a snooze ended, so the count is polled. */
const POLL_MS = 60_000;

/** Returns the current number of unread notifications. */
export function useUnread(userId: string): number {
  const invalidate = useInvalidate();
  const refresh = () => void Promise.all([countUnread, listNotifications].map(invalidate));
  useTopic(notificationsTopic, { params: { userId }, onMessage: refresh, onReconnect: refresh });
  return useQuery({ ...queryFor(countUnread, {}), refetchInterval: POLL_MS }).data?.unread ?? 0;
}
