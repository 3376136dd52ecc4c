import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/connection/connect.ts';
import { hiddenRows, rowArrays } from '../database/hidden-value.ts';

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

/** Claims keys, in their order; waits while another transaction holds one. @returns whether each was free */
export async function claimKeys(tx: DatabaseTransaction, keys: readonly CommandKey[]): Promise<boolean[]> {
  const { rows } = await sql<NamedKey>`/* prepared: claim_keys */
    insert into idempotency_keys (command, key, actor_id, digest)
    select * from ${hiddenRows(keys, { command: 'text[]', key: 'text[]', actorId: 'bigint[]', digest: 'bytea[]' })} as k (command, key, actor_id, digest) order by command, key
    on conflict do nothing returning command, key`.execute(tx);
  const claimed = new Set(rows.map(nameOf));
  return keys.map((key) => claimed.has(nameOf(key)));
}

/** Frees claimed keys, whose commands did nothing. */
export async function freeKeys(tx: DatabaseTransaction, keys: readonly NamedKey[]): Promise<void> {
  await sql`delete from idempotency_keys k using ${named(keys)} where k.command = n.command and k.key = n.key`.execute(tx);
}

/** @returns the stored answer of each key, in their order */
export async function findAnswers(db: Database, keys: readonly NamedKey[]): Promise<(StoredAnswer | undefined)[]> {
  const { rows } = await sql<StoredAnswer & NamedKey>`
    select k.command, k.key, k.actor_id as "actorId", k.digest, k.answer
    from idempotency_keys k join ${named(keys)} on k.command = n.command and k.key = n.key`.execute(db);
  const answers = new Map(rows.map((row) => [nameOf(row), row]));
  return keys.map((key) => answers.get(nameOf(key)));
}

export async function storeAnswers(tx: DatabaseTransaction, answers: readonly (NamedKey & { readonly answer: unknown })[]): Promise<void> {
  const texts = answers.map(({ answer }) => JSON.stringify(answer));
  await sql`update idempotency_keys k set answer = n.answer::jsonb from ${named(answers, texts)} where k.command = n.command and k.key = n.key`.execute(tx);
}

type NamedKey = Pick<CommandKey, 'command' | 'key'>;

const nameOf = ({ command, key }: NamedKey) => JSON.stringify([command, key]);

/** The keys as rows `n`. */
function named(keys: readonly NamedKey[], answers: readonly string[] = []) {
  return sql`unnest(${rowArrays(keys, { command: 'text[]', key: 'text[]' })}, ${answers}::text[]) as n (command, key, answer)`;
}
