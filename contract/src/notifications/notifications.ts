import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { DAY_MS } from '../formats/durations.ts';
import { recordId, recordParams } from '../formats/ids.ts';
import type { Permission } from '../permissions.ts';
import { topic } from '../topic.ts';
import { NOTIFICATION_TABS, type NotificationTab } from './notification-tabs.ts';

export const MAIL_CHANNELS = ['NONE', 'NOW', 'DAILY'] as const;
export type MailChannel = (typeof MAIL_CHANNELS)[number];

interface Kind {
  readonly label: string;
  readonly tab: Exclude<NotificationTab, 'ALL'>;
  /** Required to open the record; people without it are never notified. */
  readonly permission: Permission;
  /** Everybody with this permission is notified when no recipient is given. */
  readonly audience: Permission;
  readonly email: MailChannel;
  /** Warns of an attack on the person's account, so that an attacker who took the account over can't turn the mail off. */
  readonly isAlwaysMailed?: true;
  /** Also mailed to the recipients of mails about batch processes. */
  readonly isBatch?: true;
}

/** The kinds of notification, with their recipients and default mail channel. */
export const NOTIFICATION_KINDS = {
  'job-finished': { label: 'A job that I started has finished', tab: 'JOBS', permission: 'jobs.read', audience: 'jobs.manage', email: 'NONE', isBatch: true },
  'job-failed': { label: 'A job has failed', tab: 'JOBS', permission: 'jobs.read', audience: 'jobs.manage', email: 'NOW', isBatch: true },
  'feed-failed': { label: 'Amazon rejected a feed', tab: 'ALERTS', permission: 'listings.read', audience: 'listings.sync', email: 'NOW', isBatch: true },
  'feed-stuck': { label: 'A feed is stuck', tab: 'ALERTS', permission: 'listings.read', audience: 'listings.sync', email: 'NOW', isBatch: true },
  'price-guard': { label: 'A price guard stopped SKUs', tab: 'ALERTS', permission: 'prices.read', audience: 'listings.sync', email: 'DAILY' },
  'claim-due': { label: 'A claim is due soon', tab: 'ALERTS', permission: 'cases.read', audience: 'case-templates.manage', email: 'DAILY' },
  'photos-arrived': { label: 'My case received photos', tab: 'ALERTS', permission: 'cases.read', audience: 'cases.write', email: 'NONE' },
  'case-needs-photos': { label: 'A case needs photos', tab: 'ALERTS', permission: 'cases.read', audience: 'returns.write', email: 'NONE' },
  'order-attention': { label: 'An order needs attention', tab: 'ALERTS', permission: 'orders.read', audience: 'orders.ship', email: 'NONE' },
  'list-differs': {
    label: 'A packing list was closed with discrepancies',
    tab: 'ALERTS',
    permission: 'purchasing.read',
    audience: 'purchasing.manage',
    email: 'DAILY',
  },
  'duplicate-order': {
    label: 'A file contains an existing purchase order',
    tab: 'ALERTS',
    permission: 'purchasing.read',
    audience: 'purchasing.manage',
    email: 'NONE',
  },
  'count-variance': { label: 'A count needs approval', tab: 'ALERTS', permission: 'stock.read', audience: 'stock.approve', email: 'DAILY' },
  'credit-overdue': { label: 'A vendor credit is overdue', tab: 'ALERTS', permission: 'invoices.read', audience: 'invoices.write', email: 'DAILY' },
  'index-suggestion': { label: 'A new index suggestion', tab: 'ALERTS', permission: 'indexes.manage', audience: 'indexes.manage', email: 'NONE' },
  'role-changed': { label: 'My role changed', tab: 'ALERTS', permission: 'account.own', audience: 'account.own', email: 'NOW' },
  'new-device': { label: 'New sign-in to my account', tab: 'ALERTS', permission: 'account.own', audience: 'account.own', email: 'NOW' },
  'password-changed': { label: 'My password changed', tab: 'ALERTS', permission: 'account.own', audience: 'account.own', email: 'NOW', isAlwaysMailed: true },
  'two-step-removed': {
    label: 'My two-step sign-in was turned off',
    tab: 'ALERTS',
    permission: 'account.own',
    audience: 'account.own',
    email: 'NOW',
    isAlwaysMailed: true,
  },
  'sign-in-method-added': {
    label: 'My account has a new way to sign in',
    tab: 'ALERTS',
    permission: 'account.own',
    audience: 'account.own',
    email: 'NOW',
    isAlwaysMailed: true,
  },
  'sign-in-method-removed': {
    label: 'A way to sign in to my account was removed',
    tab: 'ALERTS',
    permission: 'account.own',
    audience: 'account.own',
    email: 'NOW',
    isAlwaysMailed: true,
  },
  'passkey-copied': {
    label: 'My passkey may have been copied',
    tab: 'ALERTS',
    permission: 'account.own',
    audience: 'account.own',
    email: 'NOW',
    isAlwaysMailed: true,
  },
  'wrong-codes': {
    label: 'Repeated wrong sign-in codes',
    tab: 'ALERTS',
    permission: 'account.own',
    audience: 'account.own',
    email: 'NOW',
    isAlwaysMailed: true,
  },
  'session-replayed': {
    label: 'A session of mine was ended for security',
    tab: 'ALERTS',
    permission: 'account.own',
    audience: 'account.own',
    email: 'NOW',
    isAlwaysMailed: true,
  },
  'password-requested': { label: 'Somebody forgot a password', tab: 'ALERTS', permission: 'people.manage', audience: 'people.manage', email: 'NONE' },
  'buyer-data-cap': {
    label: 'A person reached the daily limit for buyers’ data',
    tab: 'ALERTS',
    permission: 'people.manage',
    audience: 'people.manage',
    email: 'NOW',
  },
  'refused-calls': {
    label: 'A person tried many calls without permission',
    tab: 'ALERTS',
    permission: 'people.manage',
    audience: 'people.manage',
    email: 'NOW',
  },
  'backup-problem': {
    label: 'A backup failed, is late or is not shipped',
    tab: 'ALERTS',
    permission: 'settings.manage',
    audience: 'settings.manage',
    email: 'NOW',
  },
  'webhook-paused': {
    label: 'A webhook was paused because it failed',
    tab: 'ALERTS',
    permission: 'settings.manage',
    audience: 'settings.manage',
    email: 'NOW',
  },
  'api-key-expires': {
    label: 'An API key expires soon',
    tab: 'ALERTS',
    permission: 'settings.manage',
    audience: 'settings.manage',
    email: 'NOW',
  },
  'invitation-accepted': { label: 'Somebody accepted an invitation', tab: 'ALERTS', permission: 'people.manage', audience: 'people.manage', email: 'NONE' },
} as const satisfies Record<string, Kind>;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

export const isAlwaysMailed = (kind: NotificationKind): boolean => 'isAlwaysMailed' in NOTIFICATION_KINDS[kind];
export const isBatch = (kind: NotificationKind): boolean => 'isBatch' in NOTIFICATION_KINDS[kind];
export const ALWAYS_MAILED = 'Mails about the security of your account cannot be turned off';

const kind = z.enum(Object.keys(NOTIFICATION_KINDS) as [NotificationKind, ...NotificationKind[]]);

/** The retention of notifications. */
export const NOTIFICATION_DAYS = 90;
export const NOTIFICATIONS_PAGE_SIZE = 50;
const MAX_SNOOZE_MS = 8 * DAY_MS;

const notification = z.object({
  id: z.number(),
  kind,
  title: z.string(),
  body: z.string().nullable(),
  /** The page groups notifications by record. */
  recordKind: z.string(),
  recordId: z.string(),
  /** The path of the screen that shows the record. */
  path: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

const channel = z.object({ kind, inApp: z.boolean(), email: z.enum(MAIL_CHANNELS) });
export type NotificationChannel = z.infer<typeof channel>;

export const listNotifications = endpoint('GET /api/notifications', {
  summary: 'List your notifications of the last 90 days, newest first, without snoozed ones',
  query: z.object({ tab: z.enum(NOTIFICATION_TABS).default('ALL'), before: recordId.optional() }),
  response: z.object({ data: z.array(notification), next: z.number().nullable(), hasUnread: z.boolean() }),
});

export const countUnread = endpoint('GET /api/notifications/unread', {
  summary: 'Count your unread notifications',
  response: z.object({ unread: z.number() }),
});

export const markRead = endpoint('POST /api/notifications/read', {
  summary: 'Mark your notifications as read: those with the given ids, or those of a tab up to `upTo` that are not snoozed',
  body: z.object({
    ids: z.array(recordId).max(500).optional(),
    tab: z.enum(NOTIFICATION_TABS).default('ALL'),
    upTo: recordId.optional(),
  }),
  response: success,
});

export const snoozeNotification = endpoint('POST /api/notifications/:id/snooze', {
  summary: 'Snooze a notification; it reappears as unread',
  params: recordParams,
  body: z.object({
    until: z.iso
      .datetime({ offset: true })
      .refine((until) => Date.parse(until) > Date.now(), 'Choose a time in the future')
      .refine((until) => Date.parse(until) - Date.now() < MAX_SNOOZE_MS, 'A notification can be snoozed for at most a week'),
  }),
  response: success,
});

export const listChannels = endpoint('GET /api/notifications/channels', {
  summary: 'Your notification channels, one for each kind that you may receive',
  response: z.array(channel),
});

export const saveChannel = endpoint('POST /api/notifications/channels', {
  summary: 'Choose the channels for a kind of notification',
  body: channel,
  response: success,
});

/** Announces that a person's notifications changed. */
export const notificationsTopic = topic({
  path: 'notifications/:userId',
  payload: z.object({}),
  permission: 'account.own',
  ownedBy: 'userId',
});
