import { sql } from 'kysely';
import type { Account } from '../../integrations/marketplace/account.ts';
import type { BucketChange, CallBudget } from '../../integrations/marketplace/transport/call-budget.ts';
import type { OperationName } from '../../integrations/marketplace/transport/operations.ts';
import type { Bucket } from '../../integrations/marketplace/transport/token-bucket.rules.ts';
import { createBatches, written } from '../../platform/batches.ts';
import type { Database } from '../../platform/database/connection/connect.ts';

/** Changes of one operation that are made together at most. */
const MAX_CHANGES = 100;

/**
 * The budget of an account that all processes share, in the time of the database. No transaction holds a bucket: it is read, and
 * replaced if it is still the same. Calls that wait in this process change it together. The table is not logged: a crash of the
 * database forgets it, and Amazon then refuses calls that are too many, which the caller repeats.
 */
export function createSharedBudget(db: Database, { baseUrl, sellerId, clientId }: Account): CallBudget {
  const account = `${new URL(baseUrl).host} ${sellerId} ${clientId}`;
  const changeAll = async (operation: OperationName, changes: readonly BucketChange[]) => {
    let isStored = false;
    while (!isStored) {
      const { bucket, now } = await findBucket(db, account, operation);
      const changed = changes.reduce((before: Bucket | undefined, change) => change(before, now), bucket);
      isStored = changed === undefined || (await replaceBucket(db, { account, operation, bucket, changed }));
    }
  };
  const batches = new Map<OperationName, (change: BucketChange) => Promise<void>>();
  const batchOf = (operation: OperationName) =>
    createBatches<BucketChange, void>(MAX_CHANGES, async (changes) => {
      await changeAll(operation, changes);
      return changes.map(() => written(undefined));
    });
  return {
    change(operation, change) {
      const add = batches.get(operation) ?? batchOf(operation);
      batches.set(operation, add);
      return add(change);
    },
  };
}

async function findBucket(db: Database, account: string, operation: OperationName): Promise<{ bucket: Bucket | undefined; now: number }> {
  const { rows } = await sql<Partial<Bucket> & { now: number }>`/* prepared: find_call_budget */
    select stored.*, extract(epoch from clock_timestamp())::float8 * 1000 as now
    from (select) one left join (select tokens, at, rate, burst from call_budgets where account = ${account} and operation = ${operation}) stored on true`.execute(
    db,
  );
  const { now, ...stored } = rows[0] ?? { now: Date.now() };
  return { now, bucket: isBucket(stored) ? stored : undefined };
}

interface Replacement {
  readonly account: string;
  readonly operation: OperationName;
  /** As it was read; undefined before the first call. */
  readonly bucket: Bucket | undefined;
  readonly changed: Bucket;
}

/** @returns false when another process has changed the bucket meanwhile */
async function replaceBucket(db: Database, { account, operation, bucket, changed }: Replacement): Promise<boolean> {
  const { tokens, at, rate, burst } = changed;
  if (bucket === undefined) {
    const { numAffectedRows } = await sql`insert into call_budgets (account, operation, tokens, at, rate, burst)
      values (${account}, ${operation}, ${tokens}, ${at}, ${rate}, ${burst}) on conflict do nothing`.execute(db);
    return numAffectedRows === 1n;
  }
  if (tokens === bucket.tokens && at === bucket.at && rate === bucket.rate) return true;
  const { numAffectedRows } = await sql`/* prepared: replace_call_budget */
    update call_budgets set tokens = ${tokens}, at = ${at}, rate = ${rate}
    where account = ${account} and operation = ${operation} and tokens = ${bucket.tokens} and at = ${bucket.at} and rate = ${bucket.rate}`.execute(db);
  return numAffectedRows === 1n;
}

function isBucket(row: Partial<Bucket>): row is Bucket {
  return typeof row.tokens === 'number';
}
