import type { AdmissionRefusal } from '@stowage/contract/identity/single-sign-on';
import { AppError } from '../../../platform/app-error.ts';
import type { OidcConfig } from '../../../platform/config/sign-in-config.ts';
import type { Context } from '../../../platform/context.ts';
import type { Keyring } from '../../../platform/keys/keyring.ts';
import type { SealedColumn } from '../../../platform/keys/sealed-column.ts';
import { seal, unseal } from '../../../platform/sealing.ts';
import { takeIdToken } from '../sessions/session.repository.ts';
import type { Browser, Proof, SessionOpening } from '../sessions/session-opening.service.ts';
import { refuseTooManyAttempts } from '../sign-in/attempts.service.ts';
import { forgiveAttempt, insertFailedSignIn } from '../sign-in/sign-in-failure.repository.ts';
import { addressKeys, startKeys } from '../sign-in/sign-in-limit.rules.ts';
import { hasSecondStep, type SecondStep } from '../two-factor/second-step.service.ts';
import { isTwoStep } from './admission.rules.ts';
import type { Admission } from './admission.service.ts';
import type { Provider } from './provider.ts';
import type { ProviderSignIn } from './provider-sign-in.ts';

const ID_TOKEN_CONTEXT = 'id-token';

export const ID_TOKENS: SealedColumn = { table: 'sessions', id: 'id', column: 'sealed_id_token', contextsOf: () => [ID_TOKEN_CONTEXT] };

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly config: OidcConfig | undefined;
  readonly provider: Provider | undefined;
  readonly providerSignIn: ProviderSignIn;
  /** Undefined while single sign-on is off. */
  readonly admission: Admission | undefined;
  readonly secondStep: SecondStep;
  readonly sessionOpening: SessionOpening;
  readonly encryptionKey: Keyring;
}

export type SingleSignOn = ReturnType<typeof createSingleSignOn>;

/** Signs people in at the identity provider. */
export function createSingleSignOn(deps: Dependencies) {
  const { db, clock, config, provider, providerSignIn, admission, secondStep, sessionOpening } = deps;
  const sealing = { key: deps.encryptionKey, context: ID_TOKEN_CONTEXT };
  const admit = async (account: Parameters<Admission['admit']>[0], address: string) => {
    const decided = await admission?.admit(account);
    if (decided !== undefined && !('refusal' in decided)) return decided.user;
    await insertFailedSignIn(db, { at: clock.now(), address, userId: decided?.userId });
    throw refused(decided?.refusal ?? 'no_account', config?.label ?? '');
  };
  return {
    async start({ device, address }: Browser) {
      providerSignIn.requireOn();
      await refuseTooManyAttempts({ db, clock }, startKeys(address), 'sign-in attempts');
      return providerSignIn.start('SINGLE_SIGN_ON', { device });
    },

    /**
     * The session lasts a day at most, so that the provider is asked again who the person is and which groups they have.
     * @throws AppError `unauthenticated` with `code_required` when the provider did not ask for a second step and the person has one here
     */
    async finish(answer: string, browser: Browser) {
      const keys = addressKeys(browser.address);
      await refuseTooManyAttempts({ db, clock }, keys, 'sign-in attempts');
      const { account, idToken } = await providerSignIn.finish('SINGLE_SIGN_ON', browser, answer);
      const user = await admit(account, browser.address);
      await forgiveAttempt(db, { lower: keys });
      const proof: Proof = {
        method: 'SINGLE_SIGN_ON',
        isTwoStep: isTwoStep(account, config?.twoStep ?? 'never'),
        isRemembered: false,
        ...(config?.signsOut === true && { sealedIdToken: seal(idToken, sealing) }),
      };
      if (!proof.isTwoStep && hasSecondStep(user)) throw await secondStep.asked(user, browser, proof);
      return sessionOpening.open(user, browser, proof);
    },

    /** Where the browser signs out at the provider as well; undefined when the session did not begin there. */
    async signOutAddress(sessionId: string): Promise<string | undefined> {
      const sealed = provider === undefined ? undefined : await takeIdToken(db, sessionId);
      const idToken = sealed === undefined ? undefined : unseal(sealed, sealing);
      return idToken === undefined ? undefined : provider?.signOutAddress(idToken);
    },
  };
}

export function refused(refusal: AdmissionRefusal, label: string): AppError {
  const messages: Record<AdmissionRefusal, string> = {
    email_not_verified: `${label} has not verified your email address. Ask an administrator.`,
    wrong_domain: `Your email address at ${label} is of another company. Sign in there with your work account.`,
    no_group: `Your account at ${label} is in no group that may use Stowage. Ask an administrator.`,
    no_account: 'You have no account here yet. Ask an administrator for an invitation.',
    account_exists: `An account with your email address exists. Sign in with its password, and connect it with ${label} under Your profile.`,
    deactivated: 'Your account was deactivated. Ask an administrator.',
  };
  return new AppError('forbidden', messages[refusal], { reason: refusal });
}
