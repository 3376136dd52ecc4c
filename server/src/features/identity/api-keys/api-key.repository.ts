import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

interface NewKey {
  readonly name: string;
  readonly tokenHash: Buffer;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly allowedAddresses: readonly string[];
  readonly createdBy: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A key with the person who created it. */
export interface FoundKey {
  readonly id: number;
  readonly scopes: string[];
  readonly allowedAddresses: string[];
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly owner: { readonly id: number; readonly email: string; readonly name: string; readonly isActive: boolean };
}

export async function insertApiKey(db: Database, key: NewKey): Promise<number> {
  const { id } = await db
    .insertInto('api_keys')
    .values({
      name: key.name,
      token_hash: key.tokenHash,
      hint: key.hint,
      scopes: [...key.scopes],
      allowed_addresses: [...key.allowedAddresses],
      created_by: key.createdBy,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Plan: two lookups by key. */
export async function findApiKey(db: Database, tokenHash: Buffer): Promise<FoundKey | undefined> {
  const row = await db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.created_by')
    .select(['k.id', 'k.scopes', 'k.allowed_addresses', 'k.expires_at', 'k.revoked_at', 'k.last_used_at'])
    .select(['u.id as owner_id', 'u.email', 'u.name', 'u.deactivated_at'])
    .where('k.token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    scopes: row.scopes,
    allowedAddresses: row.allowed_addresses,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    owner: { id: row.owner_id, email: row.email, name: row.name, isActive: row.deactivated_at === null },
  };
}

/** @returns whether there is such a key */
export async function revokeApiKey(db: Database, { id, revokedBy, now }: { id: number; revokedBy: number; now: Date }): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update api_keys set revoked_at = coalesce(revoked_at, ${now}), revoked_by = coalesce(revoked_by, ${revokedBy}) where id = ${id} returning id`.execute(db);
  return rows.length > 0;
}

/** Skips a row that another call is writing: it writes the same minute. */
export async function noteUse(db: Database, { id, address, now }: { id: number; address: string | null; now: Date }): Promise<void> {
  await sql`update api_keys set last_used_at = ${now}, last_used_address = coalesce(${address}, last_used_address)
    where id = (select id from api_keys where id = ${id} and coalesce(last_used_at, '-infinity') < ${now} for no key update skip locked)`.execute(db);
}

interface ExpiringKey {
  readonly id: number;
  readonly name: string;
  readonly owner: string;
  readonly expiresAt: Date;
}

/** Keys that work now and end before a moment. @param minLifeDays shorter ones are left out: they were just created */
export async function listExpiring(
  db: Database,
  { now, before, minLifeDays }: { readonly now: Date; readonly before: Date; readonly minLifeDays: number },
): Promise<ExpiringKey[]> {
  const { rows } = await sql<ExpiringKey>`
    select k.id, k.name, u.name as owner, k.expires_at as "expiresAt" from api_keys k join users u on u.id = k.created_by
    where k.revoked_at is null and u.deactivated_at is null and k.expires_at > ${now} and k.expires_at <= ${before}
      and k.expires_at - k.created_at >= make_interval(days => ${minLifeDays}) order by k.id`.execute(db);
  return rows;
}
