import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { DAY_MS } from '../formats/durations.ts';
import type { Permission } from '../permissions.ts';
import { topic } from '../topic.ts';
import { NOTIFICATION_TABS, type NotificationTab } from './notification-tabs.ts';

export const MAIL_CHANNELS = ['NONE', 'NOW', 'DAILY'] as const;
export type MailChannel = (typeof MAIL_CHANNELS)[number];

interface Kind {
  readonly label: string;
  readonly tab: Exclude<NotificationTab, 'ALL'>;
  /** What one must be permitted to open what it is about: nobody else is told of it. */
  readonly permission: Permission;
  /** Who is told where nobody is named. */
  readonly audience: Permission;
  readonly email: MailChannel;
}

/** What people can be told of, to whom, and how where they have not chosen. */
export const NOTIFICATION_KINDS = {
  'job-finished': { label: 'A job that I started has finished', tab: 'JOBS', permission: 'jobs.read', audience: 'jobs.manage', email: 'NONE' },
  'job-failed': { label: 'A job has failed', tab: 'JOBS', permission: 'jobs.read', audience: 'jobs.manage', email: 'NOW' },
  'feed-failed': { label: 'The marketplace refused a feed', tab: 'ALERTS', permission: 'listings.read', audience: 'listings.sync', email: 'NOW' },
  'feed-stuck': { label: 'A feed is stuck', tab: 'ALERTS', permission: 'listings.read', audience: 'listings.sync', email: 'NOW' },
  'price-guard': { label: 'A price guard holds SKUs back', tab: 'ALERTS', permission: 'prices.read', audience: 'listings.sync', email: 'DAILY' },
  'claim-due': { label: 'The time for a claim runs out', tab: 'ALERTS', permission: 'cases.read', audience: 'case-templates.manage', email: 'DAILY' },
  'photos-arrived': { label: 'Photos arrived for a case of mine', tab: 'ALERTS', permission: 'cases.read', audience: 'cases.write', email: 'NONE' },
  'case-needs-photos': { label: 'A case needs photos', tab: 'ALERTS', permission: 'returns.read', audience: 'returns.write', email: 'NONE' },
  'order-attention': { label: 'An order needs attention', tab: 'ALERTS', permission: 'orders.read', audience: 'orders.ship', email: 'NONE' },
  'list-differs': {
    label: 'A packing list was closed with differences',
    tab: 'ALERTS',
    permission: 'purchasing.read',
    audience: 'purchasing.manage',
    email: 'DAILY',
  },
  'duplicate-order': { label: 'A file repeats a purchase order', tab: 'ALERTS', permission: 'purchasing.read', audience: 'purchasing.manage', email: 'NONE' },
  'count-variance': { label: 'A count waits for approval', tab: 'ALERTS', permission: 'stock.read', audience: 'stock.approve', email: 'DAILY' },
  'credit-overdue': { label: 'A vendor credit is overdue', tab: 'ALERTS', permission: 'purchasing.read', audience: 'purchasing.manage', email: 'DAILY' },
  'index-suggestion': { label: 'An index would help a lot', tab: 'ALERTS', permission: 'indexes.manage', audience: 'indexes.manage', email: 'NONE' },
  'role-changed': { label: 'My role has changed', tab: 'ALERTS', permission: 'account.own', audience: 'account.own', email: 'NOW' },
  'new-device': { label: 'A sign-in on a new device', tab: 'ALERTS', permission: 'account.own', audience: 'account.own', email: 'NOW' },
  'password-changed': { label: 'My password has changed', tab: 'ALERTS', permission: 'account.own', audience: 'account.own', email: 'NOW' },
  'two-step-removed': { label: 'My two-step sign-in was turned off', tab: 'ALERTS', permission: 'account.own', audience: 'account.own', email: 'NOW' },
  'wrong-codes': { label: 'Somebody guesses at my sign-in code', tab: 'ALERTS', permission: 'account.own', audience: 'account.own', email: 'NOW' },
  'session-replayed': { label: 'A session of mine was ended for safety', tab: 'ALERTS', permission: 'account.own', audience: 'account.own', email: 'NOW' },
  'invitation-accepted': { label: 'Somebody accepted an invitation', tab: 'ALERTS', permission: 'people.manage', audience: 'people.manage', email: 'NONE' },
} as const satisfies Record<string, Kind>;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;
const kind = z.enum(Object.keys(NOTIFICATION_KINDS) as [NotificationKind, ...NotificationKind[]]);

/** Notifications are kept for so long. */
export const NOTIFICATION_DAYS = 90;
export const NOTIFICATIONS_PAGE_SIZE = 50;
const MAX_SNOOZE_MS = 8 * DAY_MS;

const notification = z.object({
  id: z.number(),
  kind,
  title: z.string(),
  body: z.string().nullable(),
  /** Those about one record belong together. */
  recordKind: z.string(),
  recordId: z.string(),
  /** Where it is. */
  path: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

const channel = z.object({ kind, inApp: z.boolean(), email: z.enum(MAIL_CHANNELS) });
export type NotificationChannel = z.infer<typeof channel>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'What one was told of in the last 90 days, newest first; what is snoozed is left out',
  query: z.object({ tab: z.enum(NOTIFICATION_TABS).default('ALL'), before: z.coerce.number<number | string>().int().positive().optional() }),
  response: z.object({ data: z.array(notification), next: z.number().nullable(), hasUnread: z.boolean() }),
});

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  summary: 'How many notifications one has not read',
  response: z.object({ unread: z.number() }),
});

export const markRead = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark notifications of one’s own read; without ids, those of a tab up to the newest that was seen, but not what is snoozed',
  body: z.object({
    ids: z.array(z.int().positive()).max(500).optional(),
    tab: z.enum(NOTIFICATION_TABS).default('ALL'),
    upTo: z.int().positive().optional(),
  }),
  response: success,
});

export const snoozeNotification = endpoint({
  method: 'POST',
  path: '/api/notifications/:id/snooze',
  summary: 'Show a notification later, unread',
  params: z.object({ id: z.coerce.number<number | string>().int().positive() }),
  body: z.object({
    until: z.iso
      .datetime({ offset: true })
      .refine((until) => Date.parse(until) > Date.now(), 'A notification can only be put off to a later moment')
      .refine((until) => Date.parse(until) - Date.now() < MAX_SNOOZE_MS, 'A notification can be put off for a week at most'),
  }),
  response: success,
});

export const listChannels = endpoint({
  method: 'GET',
  path: '/api/notifications/channels',
  summary: 'How one hears of each kind that one may hear of',
  response: z.array(channel),
});

export const saveChannel = endpoint({
  method: 'POST',
  path: '/api/notifications/channels',
  summary: 'Choose how one hears of a kind',
  body: channel,
  response: success,
});

/** Something about the notifications of one person has changed: the bell reads again. */
export const notificationsTopic = topic({
  path: 'notifications/:userId',
  payload: z.object({}),
  permission: 'account.own',
  ownedBy: 'userId',
});
