import { MINUTE_MS } from '@stowage/contract/formats/durations';
import { PERMISSIONS, type Permission, scopeOf } from '@stowage/contract/permissions';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { bareAddress } from '../../../platform/http/limits/address-key.ts';
import { createNetworks } from '../../../platform/networks.ts';
import { createRateLimit } from '../../../platform/rate-limit/rate-limit.ts';
import { readPermissions } from '../roles/grants.read-model.ts';
import { hashToken } from '../secret-token.ts';
import { type FoundKey, findApiKey, noteUse } from './api-key.repository.ts';
import { isWellFormed } from './api-key-token.ts';

/** The limit of one key, in all processes together. */
export const CALLS_PER_MINUTE = 600;

/** Finds the person for whom a key calls. Every call reads the key, so that a revoked one works nowhere any more. */
export function createKeyIdentification({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const count = createRateLimit({ db, clock, name: 'api-keys', limit: CALLS_PER_MINUTE, windowMs: MINUTE_MS });

  const find = async (key: string, address: string | undefined): Promise<FoundKey> => {
    const found = isWellFormed(key) ? await findApiKey(db, hashToken(key)) : undefined;
    if (found === undefined) throw refused('api_key_unknown', 'There is no such API key. Check that it was copied completely.');
    const { revokedAt, expiresAt, allowedAddresses, owner } = found;
    if (revokedAt !== null) throw refused('api_key_revoked', `This API key was revoked on ${revokedAt.toISOString()}`);
    if (expiresAt <= clock.now()) throw refused('api_key_expired', `This API key expired on ${expiresAt.toISOString()}`);
    if (!owner.isActive) throw refused('api_key_owner_inactive', 'The account of the person who created this API key is deactivated');
    if (allowedAddresses.length > 0 && (address === undefined || !createNetworks(allowedAddresses).has(address))) {
      const message =
        address === undefined ? 'This API key is limited to some addresses and can’t open live connections' : `This API key does not work from ${address}`;
      throw new AppError('forbidden', message, { reason: 'address_not_allowed' });
    }
    return found;
  };

  return {
    /** @param sentFrom the client's address; undefined when it is not known */
    async identify(key: string, sentFrom: string | undefined): Promise<Caller> {
      const address = sentFrom && bareAddress(sentFrom);
      const found = await find(key, address);
      await count(String(found.id));
      const now = clock.now();
      if (found.lastUsedAt === null || now.getTime() - found.lastUsedAt.getTime() >= MINUTE_MS)
        await noteUse(db, { id: found.id, address: address ?? null, now });
      return callerOf(found, await readPermissions(db, found.owner.id));
    },

    /** Whether a connection of the key may stay open: it is valid, and has the same permissions as at its start. */
    async isUnchanged(key: string, caller: Caller): Promise<boolean> {
      const found = await find(key, undefined);
      return callerOf(found, await readPermissions(db, found.owner.id)).roles.join() === caller.roles.join();
    },
  };
}

/** A key never has more permissions than its creator has at the moment. */
function callerOf({ id, scopes, owner }: FoundKey, owned: ReadonlySet<Permission>): Caller {
  const permitted = PERMISSIONS.filter((permission) => scopes.includes(permission) && owned.has(permission));
  return { userId: owner.id, sessionId: `api-key-${id}`, apiKeyId: id, email: owner.email, name: owner.name, roles: permitted.map(scopeOf) };
}

function refused(reason: string, message: string): AppError {
  return new AppError('unauthenticated', message, { reason });
}
