import type { NotificationTab } from '@stowage/contract/notification-tabs';

/** What the notifications' address holds: which of them are shown. */
export interface NotificationAddress {
  readonly tab?: NotificationTab | undefined;
}
