export const NOTIFICATION_TABS = ['ALL', 'JOBS', 'ALERTS'] as const;
export type NotificationTab = (typeof NOTIFICATION_TABS)[number];
