import { randomBytes } from 'node:crypto';
import type { NotificationKind } from '@stowage/contract/notifications/notifications';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import { onlyRow } from '../../platform/database/only-row.ts';

interface MuteLink {
  readonly userId: number;
  readonly kind: NotificationKind;
}

/** Returns the token that turns off a person's mails of a kind. It never changes, so the links in old mails keep working. */
export async function muteTokenOf(tx: Database, { userId, kind }: MuteLink): Promise<string> {
  const made = await sql<{ token: string }>`
    insert into mute_links (user_id, kind, token) values (${userId}, ${kind}, ${randomBytes(16).toString('base64url')})
    on conflict (user_id, kind) do update set token = mute_links.token returning token`.execute(tx);
  return onlyRow(made).token;
}

export async function findMuteLink(db: Database, token: string): Promise<MuteLink | undefined> {
  const row = await db.selectFrom('mute_links').select(['user_id', 'kind']).where('token', '=', token).executeTakeFirst();
  return row && { userId: row.user_id, kind: row.kind as NotificationKind };
}
