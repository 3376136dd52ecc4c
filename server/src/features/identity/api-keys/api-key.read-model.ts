import type { ApiKey } from '@stowage/contract/identity/api-keys';
import type { Database } from '../../../platform/database/connection/connect.ts';

/** Lists all keys, the newest first: an installation has a few. */
export async function listApiKeys(db: Database, now: Date): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.created_by')
    .leftJoin('users as r', 'r.id', 'k.revoked_by')
    .select(['k.id', 'k.name', 'k.hint', 'k.scopes', 'k.allowed_addresses', 'k.created_at', 'k.expires_at', 'k.revoked_at', 'k.last_used_at'])
    .select(['k.last_used_address', 'u.name as created_by', 'u.deactivated_at', 'r.name as revoked_by'])
    .orderBy('k.id', 'desc')
    .execute();
  return rows.map(({ deactivated_at, created_at, expires_at, revoked_at, last_used_at, ...row }) => ({
    ...row,
    state: revoked_at !== null ? 'REVOKED' : expires_at <= now ? 'EXPIRED' : deactivated_at !== null ? 'OWNER_INACTIVE' : 'ACTIVE',
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    revoked_at: revoked_at?.toISOString() ?? null,
    last_used_at: last_used_at?.toISOString() ?? null,
  }));
}
