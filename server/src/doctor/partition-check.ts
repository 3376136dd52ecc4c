import type pg from 'pg';
import { type Check, fail, ok, warn } from './check.ts';

const NAME = 'partitions';
const ADVICE = 'Start Stowage, whose task add-partitions creates them every hour. If it runs already, its log says why the task fails.';

/** Whether the next rows of the partitioned tables have a partition, and whether an archive was interrupted. */
export async function checkPartitions(client: pg.Client): Promise<Check> {
  const { rows: known } = await client.query(`select 1 where to_regproc('partition_ranges') is not null and to_regclass('archived_partitions') is not null`);
  if (known.length === 0) return ok(NAME, 'There are none yet.');
  const { rows } = await client.query<{ table: string; ahead: string; width: string }>(
    `select p.name as table, p.width, max(r.to_id) - 1 - coalesce(pg_sequence_last_value(pg_get_serial_sequence(p.name, 'id')::regclass), 0) as ahead
     from partitioned_tables() p left join partition_ranges() r on r.table_name = p.name group by p.name, p.width order by p.name`,
  );
  const lacking = rows.find(({ ahead }) => Number(ahead) <= 0);
  if (lacking !== undefined) return fail(NAME, `The next row of ${lacking.table} has no partition`, ADVICE);
  const short = rows.find(({ ahead, width }) => Number(ahead) < Number(width));
  if (short !== undefined) return warn(NAME, `${short.table} has partitions for only ${short.ahead} more rows`, ADVICE);
  const { rows: interrupted } = await client.query<{ name: string }>(`select partition_name as name from archived_partitions where state = 'WRITTEN'`);
  if (interrupted.length > 0) {
    return warn(NAME, `The archive of ${interrupted.map(({ name }) => name).join(', ')} was interrupted`, 'Run stowage archive again, which finishes it.');
  }
  return ok(NAME, 'The next rows have their partitions.');
}
