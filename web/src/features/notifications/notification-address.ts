import { NOTIFICATION_TABS, type NotificationTab } from '@stowage/contract/notifications/notification-tabs';

/** What the notifications' address holds: which of them are shown. */
export interface NotificationAddress {
  readonly tab?: NotificationTab | undefined;
}

export function readNotificationAddress({ tab }: Record<string, unknown>): NotificationAddress {
  const known = NOTIFICATION_TABS.find((name) => name === tab);
  return known === undefined || known === 'ALL' ? {} : { tab: known };
}
