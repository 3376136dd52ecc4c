import { AppError } from '../../../platform/app-error.ts';
import type { SignInConfig } from '../../../platform/config/sign-in-config.ts';
import type { Context } from '../../../platform/context.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { createOwnership } from '../account/ownership.service.ts';
import { notifyOwner } from '../account/security-notice.ts';
import { markVerified } from '../sessions/session.repository.ts';
import { mayUsePassword } from '../sign-in/password-use.rules.ts';
import { addressRefusal } from './admission.rules.ts';
import { deleteOfUser, findBySubject, findOfUser, insertExternalIdentity, recordUse } from './external-identity.repository.ts';
import type { Provider } from './provider.ts';
import type { ProviderSignIn } from './provider-sign-in.ts';
import { refused } from './single-sign-on.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly signIn: SignInConfig;
  readonly provider: Provider | undefined;
  readonly providerSignIn: ProviderSignIn;
}

export type OwnConnection = ReturnType<typeof createOwnConnection>;

/** What signed-in people do with their account at the identity provider. */
export function createOwnConnection({ db, clock, logger, signIn, provider, providerSignIn }: Dependencies) {
  const config = signIn.oidc;
  const { find, change } = createOwnership({ db, clock });
  const connectionOf = async ({ userId }: Caller) => (provider === undefined ? undefined : findOfUser(db, userId, await provider.issuer()));
  return {
    async read(caller: Caller) {
      // The profile page opens while the provider is down.
      const found = await connectionOf(caller).catch((err: unknown) => {
        logger.warn({ err }, 'failed to read the connection to the identity provider');
        return undefined;
      });
      const connection = found && { email: found.email, connected_at: found.createdAt.toISOString(), last_used_at: found.lastUsedAt.toISOString() };
      return { label: config?.label ?? null, connection: connection ?? null };
    },

    async startConnecting(caller: Caller) {
      if ((await connectionOf(caller)) !== undefined) throw alreadyConnected();
      return providerSignIn.start('CONNECT', caller);
    },

    async startVerification(caller: Caller) {
      providerSignIn.requireOn();
      if ((await connectionOf(caller)) === undefined) throw notConnected();
      return providerSignIn.start('VERIFY_SINGLE_SIGN_ON', caller);
    },

    /** Takes the provider's answer to one of the two. @throws AppError `conflict` with `subject_taken` or `already_connected` */
    async connect(caller: Caller, answer: string): Promise<void> {
      const { account } = await providerSignIn.finish('CONNECT', caller, answer);
      const refusal = config && addressRefusal(account, config);
      if (refusal !== undefined) throw refused(refusal, config?.label ?? '');
      const { userId } = caller;
      await change(caller, undefined, async (tx) => {
        const known = await findBySubject(tx, account);
        if (known !== undefined && known.userId !== userId) {
          throw new AppError('conflict', `Another person here uses this account of ${config?.label}.`, { reason: 'subject_taken' });
        }
        if (!(await insertExternalIdentity(tx, { ...account, userId, email: account.email ?? null, now: clock.now() }))) throw alreadyConnected();
        await notifyOwner(tx, 'sign-in-method-added', { userId, now: clock.now() });
      });
    },

    /** @throws AppError `rule_violated` with `other_subject` */
    async verify(caller: Caller, answer: string): Promise<void> {
      const { account } = await providerSignIn.finish('VERIFY_SINGLE_SIGN_ON', caller, answer);
      const known = await findBySubject(db, account);
      if (known?.userId !== caller.userId) {
        throw new AppError('rule_violated', `You signed in at ${config?.label} as another person.`, { reason: 'other_subject' });
      }
      await recordUse(db, { ...account, email: account.email ?? null, now: clock.now() });
      await markVerified(db, caller.sessionId, clock.now());
    },

    /** @throws AppError `conflict` with `last_method` or `not_connected` */
    async disconnect(caller: Caller): Promise<void> {
      const { userId } = caller;
      const issuer = await providerSignIn.requireOn().issuer();
      await change(caller, undefined, async (tx) => {
        const user = await find(caller);
        const hasPassword = user.passwordHash !== null && mayUsePassword(signIn, user.email);
        if (!hasPassword && !(signIn.hasPasskeys && user.hasPasskeys)) {
          const advice = signIn.hasPasskeys ? ' Add a passkey first.' : '';
          throw new AppError('conflict', `This is your only way to sign in.${advice}`, { reason: 'last_method' });
        }
        if (!(await deleteOfUser(tx, userId, issuer))) throw notConnected();
        await notifyOwner(tx, 'sign-in-method-removed', { userId, now: clock.now() });
      });
    },
  };
}

function alreadyConnected(): AppError {
  return new AppError('conflict', 'Your account is connected already. Disconnect it first.', { reason: 'already_connected' });
}

function notConnected(): AppError {
  return new AppError('conflict', 'Your account is not connected', { reason: 'not_connected' });
}
