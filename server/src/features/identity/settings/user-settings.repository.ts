import type { UserSettings, UserSettingsChange } from '@stowage/contract/identity/user-settings';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';

export async function readSettings(db: Database, userId: number): Promise<UserSettings> {
  const rows = await db.selectFrom('user_settings').select(['name', 'value']).where('user_id', '=', userId).execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** What is one choice as a whole: its parts mean nothing without each other. */
const WHOLE = ['mapComplianceReport'];

/** What is not named stays as it was, by setting and by its parts: two windows may change two of them. Null takes a part back. */
export async function writeSettings(db: Database, userId: number, settings: UserSettingsChange): Promise<void> {
  const changes = JSON.stringify(settings);
  await sql`
    insert into user_settings as kept (user_id, name, value)
    select ${userId}, key, jsonb_strip_nulls(value) from jsonb_each(${changes}::jsonb)
    on conflict (user_id, name) do update set updated_at = now(),
      value = case when kept.name = any(${WHOLE}::text[]) then excluded.value else jsonb_strip_nulls(kept.value || (${changes}::jsonb -> kept.name)) end`.execute(
    db,
  );
}
