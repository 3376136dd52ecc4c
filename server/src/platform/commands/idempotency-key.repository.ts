import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/connection/connect.ts';

export interface CommandKey {
  readonly command: string;
  readonly key: string;
  readonly actorId: number;
  readonly digest: Buffer;
}

export interface StoredAnswer {
  readonly actorId: number | null;
  readonly digest: Buffer | null;
  readonly answer: unknown;
}

/** Claims a key; waits while another transaction holds it. @returns whether it was free */
export async function claimKey(tx: DatabaseTransaction, { command, key, actorId, digest }: CommandKey): Promise<boolean> {
  const { numAffectedRows } = await sql`/* prepared: claim_key */
    insert into idempotency_keys (command, key, actor_id, digest) values (${command}, ${key}, ${actorId}::bigint, ${digest}::bytea) on conflict do nothing`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

export async function findAnswer(db: Database, { command, key }: Pick<CommandKey, 'command' | 'key'>): Promise<StoredAnswer | undefined> {
  const { rows } = await sql<StoredAnswer>`
    select actor_id as "actorId", digest, answer from idempotency_keys where command = ${command} and key = ${key}`.execute(db);
  return rows[0];
}

export async function storeAnswer(tx: DatabaseTransaction, { command, key }: Pick<CommandKey, 'command' | 'key'>, answer: unknown): Promise<void> {
  await sql`update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb where command = ${command} and key = ${key}`.execute(tx);
}
