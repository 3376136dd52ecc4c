import type { Company } from '@stowage/contract/identity/company';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';

export async function readCompany(db: Database): Promise<Company | undefined> {
  return db.selectFrom('company_settings').select(['name', 'time_zone as timeZone', 'version']).executeTakeFirst();
}

/** Also serializes two people who enter the company at the same time, when there is no row to lock. */
export async function lockCompany(tx: DatabaseTransaction): Promise<Company | undefined> {
  await sql`lock table company_settings in share row exclusive mode`.execute(tx);
  return readCompany(tx);
}

export async function writeCompany(tx: DatabaseTransaction, { name, timeZone }: Omit<Company, 'version'>): Promise<Company> {
  return onlyRow(
    await sql<Company>`
      insert into company_settings as c (name, time_zone) values (${name}, ${timeZone})
      on conflict (is_only) do update set name = excluded.name, time_zone = excluded.time_zone, version = c.version + 1
      returning name, time_zone as "timeZone", version`.execute(tx),
  );
}
