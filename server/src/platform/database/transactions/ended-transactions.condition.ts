import { type RawBuilder, type SqlBool, sql } from 'kysely';

const OPEN_TRANSACTION_MS = 1_000;

/**
 * Whether every transaction that had begun before a time has ended, so that all rows with the ids of that time are visible. One that
 * seems to begin in the future began before the clock was set back.
 */
export function transactionsHaveEnded(seenAt: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${seenAt} < clock_timestamp() - make_interval(secs => ${OPEN_TRANSACTION_MS / 1000}) and not exists (
    select from pg_stat_activity a where a.datname = current_database() and a.pid <> pg_backend_pid() and a.backend_xid is not null
      and (a.xact_start <= ${seenAt} or a.xact_start > clock_timestamp())
  ))`;
}
