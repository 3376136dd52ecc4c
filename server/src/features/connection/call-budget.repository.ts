import { sql } from 'kysely';
import type { Account } from '../../integrations/marketplace/account.ts';
import type { CallBudget } from '../../integrations/marketplace/transport/call-budget.ts';
import type { Bucket } from '../../integrations/marketplace/transport/token-bucket.rules.ts';
import type { DatabasePool } from '../../platform/database/connection/connect.ts';

/**
 * The budget of an account that all processes share: one short transaction for each marketplace call, in the time of the database.
 * It doesn't wait for the disk, because others wait for its lock: a crash of the database may forget the last calls, which Amazon
 * then refuses and the caller repeats.
 */
export function createSharedBudget(db: DatabasePool, { baseUrl, sellerId, clientId }: Account): CallBudget {
  const account = `${new URL(baseUrl).host} ${sellerId} ${clientId}`;
  const tryToChange: TryToChange = (operation, change) =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<Partial<Bucket> & { now: number }>`
        with stored as materialized (select tokens, at, rate, burst from call_budgets where account = ${account} and operation = ${operation} for update)
        select stored.*, extract(epoch from clock_timestamp())::float8 * 1000 as now, set_config('synchronous_commit', 'off', true)
        from (select) one left join stored on true`.execute(tx);
      const { now, ...stored } = rows[0] ?? { now: Date.now() };
      const before = isBucket(stored) ? stored : undefined;
      const { tokens, at, rate, burst } = change(before, now);
      if (before === undefined) {
        const { numAffectedRows } = await sql`insert into call_budgets (account, operation, tokens, at, rate, burst)
          values (${account}, ${operation}, ${tokens}, ${at}, ${rate}, ${burst}) on conflict do nothing`.execute(tx);
        return numAffectedRows === 1n;
      }
      if (tokens !== before.tokens || at !== before.at || rate !== before.rate) {
        await sql`update call_budgets set tokens = ${tokens}, at = ${at}, rate = ${rate} where account = ${account} and operation = ${operation}`.execute(tx);
      }
      return true;
    });
  return {
    async change(operation, change) {
      // Another process may have made the first call at the same time.
      while (!(await tryToChange(operation, change)));
    },
  };
}

type TryToChange = (...change: Parameters<CallBudget['change']>) => Promise<boolean>;

function isBucket(row: Partial<Bucket>): row is Bucket {
  return typeof row.tokens === 'number';
}
