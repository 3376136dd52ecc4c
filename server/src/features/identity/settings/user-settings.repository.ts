import type { UserSettings, UserSettingsChange } from '@stowage/contract/identity/user-settings';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

export async function readSettings(db: Database, userId: number): Promise<UserSettings> {
  const rows = await db.selectFrom('user_settings').select(['name', 'value']).where('user_id', '=', userId).execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Settings that are replaced as a whole, because their parts depend on each other. */
const REPLACED = ['mapComplianceReport'];

/** Merges settings and their parts, so that two windows can change different parts. Null removes a part. */
export async function writeSettings(db: Database, userId: number, settings: UserSettingsChange): Promise<void> {
  const changes = JSON.stringify(settings);
  await sql`
    insert into user_settings as stored (user_id, name, value)
    select ${userId}, key, jsonb_strip_nulls(value) from jsonb_each(${changes}::jsonb)
    on conflict (user_id, name) do update set updated_at = now(),
      value = case when stored.name = any(${REPLACED}::text[]) then excluded.value else jsonb_strip_nulls(stored.value || (${changes}::jsonb -> stored.name)) end`.execute(
    db,
  );
}
