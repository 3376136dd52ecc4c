import { SINGLE_SIGN_ON_MINUTES } from '@stowage/contract/identity/single-sign-on';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { AppError } from '../../../platform/app-error.ts';
import type { ChallengePurpose } from '../challenges/challenge.repository.ts';
import { type ChallengeHolder, type Challenges, signInExpired } from '../challenges/challenge.service.ts';
import type { Provider, SignInChecks } from './provider.ts';

type Purpose = Extract<ChallengePurpose, 'SINGLE_SIGN_ON' | 'CONNECT' | 'VERIFY_SINGLE_SIGN_ON'>;

export type ProviderSignIn = ReturnType<typeof createProviderSignIn>;

/** A round trip to the provider, for any purpose. @param provider undefined while single sign-on is off */
export function createProviderSignIn({ provider, challenges }: { provider: Provider | undefined; challenges: Challenges }) {
  /** @throws AppError `conflict` with `method_off` */
  const requireOn = (): Provider => {
    if (provider === undefined) throw new AppError('conflict', 'Single sign-on is turned off here', { reason: 'method_off' });
    return provider;
  };
  return {
    requireOn,

    /** @returns the address at the provider */
    async start(purpose: Purpose, holder: ChallengeHolder): Promise<{ address: string }> {
      const on = requireOn();
      const checks: SignInChecks = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const address = await on.authorizationAddress(checks, { isFresh: purpose === 'VERIFY_SINGLE_SIGN_ON' });
      await challenges.open(purpose, holder, { token: checks.state, content: checks, minutes: SINGLE_SIGN_ON_MINUTES });
      return { address };
    },

    /** @throws AppError `rule_violated` with `sign_in_expired` when this holder began no sign-in, or finished it already */
    async finish(purpose: Purpose, holder: ChallengeHolder, answer: string) {
      const on = requireOn();
      const state = new URLSearchParams(answer).get('state');
      if (state === null) throw signInExpired();
      const checks = await challenges.take<SignInChecks>(purpose, holder, state);
      return on.exchange(answer, checks, { isFresh: purpose === 'VERIFY_SINGLE_SIGN_ON' });
    },
  };
}
