import { NOTIFICATION_TABS, type NotificationTab } from '@stowage/contract/notifications/notification-tabs';
import { addressReader, oneOf } from '../../shared/address-parts.ts';

const isPart = (tab: NotificationTab): tab is Exclude<NotificationTab, 'ALL'> => tab !== 'ALL';

export const readNotificationAddress = addressReader({ tab: oneOf(...NOTIFICATION_TABS.filter(isPart)) });
export type NotificationAddress = ReturnType<typeof readNotificationAddress>;
