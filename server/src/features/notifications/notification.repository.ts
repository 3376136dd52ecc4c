import {
  ALWAYS_MAILED,
  isAlwaysMailed,
  type MailChannel,
  NOTIFICATION_KINDS,
  type Notification,
  type NotificationChannel,
  type NotificationKind,
} from '@stowage/contract/notifications/notifications';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import { canSignIn, isHolder } from '../../platform/http/permission-holder.condition.ts';
import { sendAtCommit } from '../../platform/realtime/notify-bus.ts';

export interface NewNotification {
  readonly kind: NotificationKind;
  /** The recipients; by default the audience of the kind. */
  readonly to?: readonly number[];
  /** The person who caused it and needs no notification. */
  readonly except?: number | null;
  readonly title: string;
  readonly body?: string;
  readonly record: { readonly kind: string; readonly id: string | number };
  /** The screen that shows the record: `/case-review?case=7`. */
  readonly path: string;
  /** A person is notified once for each key; by default the kind and the record. */
  readonly key?: string;
}

/** What a notification is sent once for. */
export const keyOf = ({ kind, record, key = `${kind} ${record.kind} ${record.id}` }: NewNotification): string => key;

export interface Recipient {
  readonly user_id: number;
  readonly address: string;
  readonly email: MailChannel;
}

/**
 * Adds a notification for each recipient by the channels that they chose; not for people who have yet to accept their invitation.
 * @returns those who were not notified before
 */
export async function insertNotifications(tx: Database, notification: NewNotification): Promise<Recipient[]> {
  const { kind, to, except = null, title, body, record, path } = notification;
  const { permission, audience, email } = NOTIFICATION_KINDS[kind];
  const { rows } = await sql<Recipient>`
    with recipients as (
      select u.id, u.email, coalesce(c.in_app, true) as in_app, ${isAlwaysMailed(kind) ? sql`${email}` : sql`coalesce(c.email, ${email})`} as channel
      from users u left join notification_channels c on c.user_id = u.id and c.kind = ${kind}
      where u.deactivated_at is null and ${canSignIn} and ${isHolder(permission)}
        and ${to === undefined ? isHolder(audience) : sql`u.id = any(${[...to]}::bigint[])`}
        and u.id is distinct from ${except}::bigint
    ), added as (
      insert into notifications (user_id, kind, title, body, record_kind, record_id, path, key, is_shown, is_for_digest)
      select id, ${kind}, ${title}, ${body ?? null}, ${record.kind}, ${String(record.id)}, ${path}, ${keyOf(notification)},
        in_app, channel = 'DAILY'
      from recipients where in_app or channel <> 'NONE' order by id
      on conflict (user_id, key) do nothing returning user_id
    )
    select a.user_id, t.email as address, t.channel as email from added a join recipients t on t.id = a.user_id order by a.user_id`.execute(tx);
  return rows;
}

interface ListOptions {
  readonly userId: number;
  readonly kinds: readonly NotificationKind[];
  readonly before: number | undefined;
  readonly limit: number;
}

/** Lists notifications, newest first, without snoozed ones. */
export async function listNotifications(db: Database, { userId, kinds, before, limit }: ListOptions): Promise<{ data: Notification[]; next: number | null }> {
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'kind', 'title', 'body', 'record_kind', 'record_id', 'path', 'created_at', 'read_at'])
    .where('user_id', '=', userId)
    .where('is_shown', '=', true)
    .where('kind', '=', sql<string>`any(${[...kinds]}::text[])`)
    .where((eb) => eb.or([eb('snoozed_until', 'is', null), eb('snoozed_until', '<=', sql<Date>`now()`)]))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit).map((row) => ({
    id: row.id,
    kind: row.kind as NotificationKind,
    title: row.title,
    body: row.body,
    recordKind: row.record_kind,
    recordId: row.record_id,
    path: row.path,
    createdAt: row.created_at.toISOString(),
    isRead: row.read_at !== null,
  }));
  return { data: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** @param kinds the kinds that the person's roles permit */
export async function countUnread(db: Database, userId: number, kinds: readonly NotificationKind[]): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from notifications
    where user_id = ${userId} and read_at is null and is_shown and kind = any(${[...kinds]}::text[]) and (snoozed_until is null or snoozed_until <= now())`.execute(
    db,
  );
  return rows[0]?.unread ?? 0;
}

/** The given notifications, or all of the kinds up to `upTo` that are not snoozed. */
type ReadSelection = { readonly ids: readonly number[] } | { readonly kinds: readonly NotificationKind[]; readonly upTo: number | undefined };

export async function markRead(tx: Database, userId: number, which: ReadSelection): Promise<void> {
  const condition =
    'ids' in which
      ? sql`id = any(${[...which.ids]}::bigint[])`
      : sql`kind = any(${[...which.kinds]}::text[]) and id <= coalesce(${which.upTo ?? null}::bigint, id) and (snoozed_until is null or snoozed_until <= now())`;
  await sql`update notifications set read_at = now() where user_id = ${userId} and read_at is null and ${condition}`.execute(tx);
  await sendAtCommit(tx, `notifications/${userId}`, '{}');
}

/** @returns false when the person has no such notification */
export async function snooze(tx: Database, { userId, id, until }: { userId: number; id: number; until: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ snoozed_until: until, read_at: null })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  await sendAtCommit(tx, `notifications/${userId}`, '{}');
  return numUpdatedRows === 1n;
}

/** Returns the channels of these kinds that a person chose, or their defaults. */
export async function readChannels(db: Database, userId: number, kinds: readonly NotificationKind[]): Promise<NotificationChannel[]> {
  const rows = await db.selectFrom('notification_channels').select(['kind', 'in_app', 'email']).where('user_id', '=', userId).execute();
  return kinds.map((kind) => {
    const chosen = rows.find((row) => row.kind === kind);
    const email = isAlwaysMailed(kind) ? undefined : (chosen?.email as MailChannel | undefined);
    return { kind, inApp: chosen?.in_app ?? true, email: email ?? NOTIFICATION_KINDS[kind].email };
  });
}

/** @throws AppError `rule_violated` with `always_mailed` */
export async function writeChannel(db: Database, userId: number, { kind, inApp, email }: NotificationChannel): Promise<void> {
  if (isAlwaysMailed(kind) && email !== NOTIFICATION_KINDS[kind].email) throw new AppError('rule_violated', ALWAYS_MAILED, { reason: 'always_mailed' });
  await db
    .insertInto('notification_channels')
    .values({ user_id: userId, kind, in_app: inApp, email })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ in_app: inApp, email }))
    .execute();
}

/** The kinds that the person in the row `u` may receive. */
const PERMITTED_KINDS = sql.join(
  Object.entries(NOTIFICATION_KINDS).map(([kind, { permission }]) => sql`(t.kind = ${kind} and ${isHolder(permission)})`),
  sql` or `,
);

/**
 * Claims the notifications for the daily mail, by recipient. Drops those that were read, muted or are no longer permitted;
 * snoozed ones stay for a later mail.
 */
export async function claimForDigest(tx: Database): Promise<{ address: string; userId: number; lines: string[] }[]> {
  const { rows } = await sql<{ address: string; userId: number; lines: string[] }>`
    with claimed as (
      update notifications set is_for_digest = false where is_for_digest and (snoozed_until is null or snoozed_until <= now())
      returning id, user_id, kind, title, body, read_at
    )
    select u.email as address, u.id as "userId", array_agg(concat_ws(': ', t.title, t.body) order by t.id) as lines
    from claimed t join users u on u.id = t.user_id
    where u.deactivated_at is null and t.read_at is null and (${PERMITTED_KINDS})
      and not exists (select from notification_channels c where c.user_id = t.user_id and c.kind = t.kind and c.email = 'NONE')
    group by u.id order by u.id`.execute(tx);
  return rows;
}

export async function deleteNotificationsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('notifications').where('created_at', '<', before).execute();
}
