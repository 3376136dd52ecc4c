import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import { inStock } from '../../inventory/index.ts';
import type { Setup } from './guide.rules.ts';

/**
 * Reads the state of the setup. Plan: each part by a small table, or by the first rows of an index; the limits bound the cost.
 */
export async function readSetup(db: Database): Promise<Setup> {
  return onlyRow(
    await sql<Setup>`
      select (select name from company_settings) as company, (select time_zone from company_settings) as "timeZone",
        (select count(*)::int from (select from locations where active limit 10000) l) as locations,
        exists (select from audit_entries where record_kind = 'locations' and actor_id is not null) or exists (select from archived_partitions) as "areLocationsOwn",
        coalesce((select labels::int from label_prints where kind = 'LOCATION'), 0) as "shelfLabels",
        coalesce((select sum(labels)::int from label_prints), 0) as labels,
        (select count(*)::int from (select from listings limit 10000) l) as listings, exists (select from products) as "hasProducts",
        (select count(*)::int from (select from units u where ${inStock} limit 10000) u) as units,
        (select count(*)::int from users where deactivated_at is null) as people,
        (select count(distinct user_id)::int from account_links where purpose = 'INVITATION' and used_at is null and revoked_at is null) as invitations,
        exists (select from scan_ids) as "hasScan"`.execute(db),
  );
}
