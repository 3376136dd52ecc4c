import { randomBytes } from 'node:crypto';
import { login, logout, refresh } from '@stowage/contract/identity/session';
import type { FastifyInstance } from 'fastify';
import type { Cookies } from '../../../platform/http/cookies.ts';
import { publicRoute } from '../../../platform/http/route.ts';
import { success } from '../../../platform/http/success.ts';
import { refreshCookies } from './refresh-cookie.ts';
import type { SessionService } from './session.service.ts';

const DEVICE_COOKIE = 'stowage_device';
const DEVICE_SECONDS = 400 * 24 * 60 * 60;
const DEVICE_BYTES = 24;

export function sessionRoutes(app: FastifyInstance, sessions: SessionService): void {
  publicRoute(app, login, async ({ body }, { address, cookies, userAgent }) => {
    const { username: email, password, code, remember: isRemembered = true } = body;
    const device = deviceOf(cookies);
    const tokens = await sessions.signIn({ email, password, code, isRemembered, address, userAgent, device });
    cookies.set(DEVICE_COOKIE, device, { seconds: DEVICE_SECONDS });
    if (body.cookie !== true) return tokens;
    const stored = refreshCookies(cookies);
    stored.clear({ except: tokens.sessionId });
    return stored.store(tokens, { isRemembered });
  });
  publicRoute(app, refresh, async ({ body }, { cookies }) => {
    const stored = refreshCookies(cookies);
    const tokens = await sessions.refresh(stored.tokenOf(body.refreshToken), cookies.get(DEVICE_COOKIE));
    return stored.isMark(body.refreshToken) ? stored.store(tokens, tokens) : tokens;
  });
  publicRoute(app, logout, ({ body }, { cookies }) => {
    const stored = refreshCookies(cookies);
    const token = stored.tokenOf(body.refreshToken);
    if (stored.isMark(body.refreshToken)) stored.clear({ only: body.refreshToken });
    return success(sessions.signOut(token));
  });
}

function deviceOf(cookies: Cookies): string {
  const known = cookies.get(DEVICE_COOKIE);
  return known !== undefined && /^[\w-]{32}$/.test(known) ? known : randomBytes(DEVICE_BYTES).toString('base64url');
}
