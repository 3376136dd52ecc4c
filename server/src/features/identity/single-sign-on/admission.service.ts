import type { AdmissionRefusal } from '@stowage/contract/identity/single-sign-on';
import { actingAs } from '../../../platform/audit/actor.ts';
import type { OidcConfig } from '../../../platform/config/sign-in-config.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { notifyOwner } from '../account/security-notice.ts';
import { findUserByEmail, insertUser, lockUser, type User, updateRoles } from '../people/user.repository.ts';
import { findRoleKey } from '../roles/access.service.ts';
import { lockAccess, lockManagers } from '../roles/role.repository.ts';
import type { AccessChanges } from '../sessions/access-changes.ts';
import { endSessions } from '../sessions/session.repository.ts';
import type { SessionEnding } from '../sessions/session-end.service.ts';
import { addressRefusal, mappedRole, type ProviderAccount } from './admission.rules.ts';
import { findBySubject, insertExternalIdentity, recordUse } from './external-identity.repository.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly config: OidcConfig;
  readonly accessChanges: AccessChanges;
  readonly sessionEnding: SessionEnding;
}

interface Refused {
  readonly refusal: AdmissionRefusal;
  /** The account, if there is one. */
  readonly userId?: number;
}

interface Admitted {
  readonly user: User;
  /** Whether the groups changed the role. */
  readonly isChanged: boolean;
}

export type Admission = ReturnType<typeof createAdmission>;

const NAME_LENGTH = 80;

/** Decides whom an account of the provider signs in, and with which role. */
export function createAdmission({ db, clock, logger, config, accessChanges, sessionEnding }: Dependencies) {
  const { roleMap } = config;
  /** The account that the provider's signs in from now on. */
  const adopt = async (tx: DatabaseTransaction, account: ProviderAccount, role: string | undefined): Promise<User | Refused> => {
    const { email, isEmailVerified } = account;
    const known = email === undefined ? undefined : await findUserByEmail(tx, email);
    if (known === undefined && !config.createsAccounts) return { refusal: 'no_account' };
    if (known !== undefined && !config.linksByEmail) return { refusal: 'account_exists', userId: known.id };
    // Somebody who may choose their address at the provider must not get the account of another person, nor take its address.
    if (email === undefined || !isEmailVerified) return { refusal: 'email_not_verified', ...(known && { userId: known.id }) };
    const user = known ?? (await create(tx, { ...account, email }, role));
    if (user === undefined) return { refusal: 'account_exists' };
    const isConnected = await insertExternalIdentity(tx, { userId: user.id, ...account, email, now: clock.now() });
    if (!isConnected) return { refusal: 'account_exists', userId: user.id };
    if (known !== undefined) await notifyOwner(tx, 'sign-in-method-added', { userId: user.id, now: clock.now() });
    return user;
  };
  const create = async (tx: DatabaseTransaction, { email, name }: ProviderAccount & { email: string }, role: string | undefined) => {
    // Without groups the sign-in did not lock it yet: nobody may get a role that is being deleted.
    await lockAccess(tx);
    const given = role ?? (await findRoleKey(tx, config.defaultRole));
    if (given === undefined) throw new Error(`STOWAGE_OIDC_DEFAULT_ROLE: there is no role ${config.defaultRole}`);
    return insertUser(tx, { email, name: (name ?? email.split('@')[0] ?? email).slice(0, NAME_LENGTH), roles: [given], passwordHash: null });
  };
  /** The groups decide at each sign-in; the last administrator with a password stays one. @returns whether the role changed */
  const follow = async (tx: DatabaseTransaction, user: User, role: string | undefined): Promise<boolean> => {
    if (role === undefined || user.roles.join() === role) return false;
    const before = await lockManagers(tx);
    await updateRoles(tx, user.id, [role], clock.now());
    if (before.length === 0 || (await lockManagers(tx)).length > 0) return true;
    logger.warn({ userId: user.id, role }, 'the groups take the role from the last administrator with a password, who keeps it');
    await updateRoles(tx, user.id, user.roles, clock.now());
    return false;
  };
  /** The role that the groups give; undefined when they give none, or one that does not exist. */
  const roleFor = async (tx: DatabaseTransaction, account: ProviderAccount): Promise<string | undefined> => {
    const named = roleMap && mappedRole(account, roleMap);
    const role = named === undefined ? undefined : await findRoleKey(tx, named);
    if (named !== undefined && role === undefined) logger.error({ role: named }, 'STOWAGE_OIDC_ROLE_MAP names a role that does not exist');
    return role;
  };
  const decide = async (tx: DatabaseTransaction, account: ProviderAccount): Promise<Admitted | Refused> => {
    // Before the account, as every change of roles.
    if (roleMap !== undefined) await lockAccess(tx);
    const role = await roleFor(tx, account);
    const known = await findBySubject(tx, account);
    const refusal = addressRefusal(account, config) ?? (roleMap !== undefined && role === undefined ? 'no_group' : undefined);
    if (refusal !== undefined) return { refusal, ...(known && { userId: known.userId }) };
    const found = known === undefined ? await adopt(tx, account, role) : await lockUser(tx, known.userId);
    if (found === undefined) return { refusal: 'no_account' };
    if ('refusal' in found) return found;
    if (found.deactivatedAt !== null) return { refusal: 'deactivated', userId: found.id };
    await recordUse(tx, { ...account, email: account.email ?? null, now: clock.now() });
    const isChanged = await actingAs({ userId: found.id, requestId: 'single-sign-on' }, () => follow(tx, found, role));
    return { user: found, isChanged };
  };
  return {
    /** A person who lost their groups or domain loses their open sessions as well. */
    async admit(account: ProviderAccount): Promise<Admitted | Refused> {
      const decided = await db.transaction().execute((tx) => decide(tx, account));
      if ('refusal' in decided) {
        const { refusal, userId } = decided;
        const isLost = refusal === 'no_group' || refusal === 'wrong_domain';
        if (isLost && userId !== undefined) sessionEnding.announce(await endSessions(db, { userId }, 'SIGNED_OUT', clock.now()));
      } else if (decided.isChanged) await accessChanges.announce([decided.user.id]);
      return decided;
    },
  };
}
