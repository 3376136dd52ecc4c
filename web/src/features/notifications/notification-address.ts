import { NOTIFICATION_TABS, type NotificationTab } from '@stowage/contract/notifications/notification-tabs';

/** The search parameters of the notifications page. */
export interface NotificationAddress {
  readonly tab?: NotificationTab | undefined;
}

export function readNotificationAddress({ tab }: Record<string, unknown>): NotificationAddress {
  const known = NOTIFICATION_TABS.find((name) => name === tab);
  return known === undefined || known === 'ALL' ? {} : { tab: known };
}
