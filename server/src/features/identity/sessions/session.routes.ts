import { finishSecondStep } from '@stowage/contract/identity/second-step';
import { login, logout, refresh } from '@stowage/contract/identity/session';
import { getSignInMethods, type SignInMethods } from '@stowage/contract/identity/sign-in-methods';
import type { FastifyInstance } from 'fastify';
import { publicRoute } from '../../../platform/http/route.ts';
import type { SignInWithPassword } from '../sign-in/sign-in.service.ts';
import type { SecondStep } from '../two-factor/second-step.service.ts';
import { knownDevice } from './device-cookie.ts';
import { refreshCookies } from './refresh-cookie.ts';
import type { SessionService } from './session.service.ts';
import { answerSignIn } from './session-answer.ts';
import type { SessionOpening } from './session-opening.service.ts';

interface Dependencies {
  readonly signIn: SignInWithPassword;
  readonly sessions: SessionService;
  readonly secondStep: SecondStep;
  readonly sessionOpening: SessionOpening;
  readonly methods: SignInMethods;
  /** Where the browser signs out at the identity provider as well. */
  readonly signOutAddress: (sessionId: string) => Promise<string | undefined>;
}

export function sessionRoutes(app: FastifyInstance, { signIn, sessions, secondStep, sessionOpening, methods, signOutAddress }: Dependencies): void {
  publicRoute(app, getSignInMethods, async () => methods);
  publicRoute(app, login, ({ body }, call) => {
    const { username: email, password, code, remember: isRemembered = true } = body;
    return answerSignIn(call, body.cookie === true, (browser) => signIn({ ...browser, email, password, code, isRemembered }));
  });
  publicRoute(app, finishSecondStep, ({ body }, call) =>
    answerSignIn(call, body.cookie === true, async (browser) => {
      const { user, proof } = await secondStep.finish(body, browser);
      return sessionOpening.open(user, browser, proof);
    }),
  );
  publicRoute(app, refresh, async ({ body }, { cookies }) => {
    const stored = refreshCookies(cookies);
    const tokens = await sessions.refresh(stored.tokenOf(body.refreshToken), knownDevice(cookies));
    return stored.isMark(body.refreshToken) ? stored.store(tokens, tokens) : tokens;
  });
  publicRoute(app, logout, async ({ body }, { cookies }) => {
    const stored = refreshCookies(cookies);
    const token = stored.tokenOf(body.refreshToken);
    if (stored.isMark(body.refreshToken)) stored.clear({ only: body.refreshToken });
    const sessionId = await sessions.signOut(token);
    const next = sessionId === undefined ? undefined : await signOutAddress(sessionId);
    return { success: true, ...(next !== undefined && { next }) };
  });
}
