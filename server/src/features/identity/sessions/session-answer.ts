import type { Cookies } from '../../../platform/http/cookies.ts';
import { deviceOf, rememberDevice } from './device-cookie.ts';
import { refreshCookies } from './refresh-cookie.ts';
import type { Browser, SessionOpening } from './session-opening.service.ts';

interface PublicCall extends Omit<Browser, 'device'> {
  readonly cookies: Cookies;
}

/** Answers a sign-in with its tokens. @param inCookie for the page, whose refresh token no script reads */
export async function answerSignIn(
  { cookies, address, userAgent }: PublicCall,
  inCookie: boolean,
  signIn: (browser: Browser) => ReturnType<SessionOpening['open']>,
) {
  const device = deviceOf(cookies);
  // A sign-in with a second step goes on in the same browser.
  rememberDevice(cookies, device);
  const tokens = await signIn({ address, userAgent, device });
  if (!inCookie) return tokens;
  const stored = refreshCookies(cookies);
  stored.clear({ except: tokens.sessionId });
  return stored.store(tokens, tokens);
}
