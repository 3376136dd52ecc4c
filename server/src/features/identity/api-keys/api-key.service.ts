import { DAY_MS } from '@stowage/contract/formats/durations';
import type { newApiKey as input } from '@stowage/contract/identity/api-keys';
import { isPermitted } from '@stowage/contract/permissions';
import { withNeeded } from '@stowage/contract/roles';
import type * as z from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { hashToken } from '../secret-token.ts';
import { insertApiKey, revokeApiKey } from './api-key.repository.ts';
import { hintOf, newApiKey } from './api-key-token.ts';

/** What administrators do with API keys. */
export function createApiKeys({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  return {
    /** @returns the key, which is not stored @throws AppError `rule_violated` with `beyond_own_permissions` */
    async create(
      { name, scopes: chosen, expires_in_days, allowed_addresses }: z.output<typeof input>,
      { userId, roles }: Caller,
    ): Promise<{ id: number; key: string }> {
      // As in a role: a permission that shows costs includes the one to see them.
      const scopes = withNeeded(chosen).filter((scope) => scope === 'costs.read' || chosen.includes(scope));
      const beyond = scopes.filter((scope) => !isPermitted(roles, scope));
      if (beyond.length > 0) {
        throw new AppError('rule_violated', `You don’t have ${beyond.join(', ')} yourself`, { reason: 'beyond_own_permissions', details: beyond });
      }
      const key = newApiKey();
      const createdAt = clock.now();
      const id = await insertApiKey(db, {
        ...{ name, scopes, allowedAddresses: [...new Set(allowed_addresses)] },
        ...{ tokenHash: hashToken(key), hint: hintOf(key), createdBy: userId },
        ...{ createdAt, expiresAt: new Date(createdAt.getTime() + expires_in_days * DAY_MS) },
      });
      return { id, key };
    },

    /** @throws AppError `not_found` */
    async revoke(id: number, revokedBy: number): Promise<void> {
      if (!(await revokeApiKey(db, { id, revokedBy, now: clock.now() }))) throw new AppError('not_found', 'There is no such API key');
    },
  };
}
