import type { UserSettings } from '@stowage/contract/user-settings';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

export async function readSettings(db: Database, userId: number): Promise<UserSettings> {
  const rows = await db.selectFrom('user_settings').select(['name', 'value']).where('user_id', '=', userId).execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** What is not named stays as it was. */
export async function writeSettings(db: Database, userId: number, settings: UserSettings): Promise<void> {
  await sql`
    insert into user_settings (user_id, name, value)
    select ${userId}, key, value from jsonb_each(${JSON.stringify(settings)}::jsonb)
    on conflict (user_id, name) do update set value = excluded.value, updated_at = now()`.execute(db);
}
