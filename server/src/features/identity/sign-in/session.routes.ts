import { randomBytes } from 'node:crypto';
import { login, logout, refresh } from '@stowage/contract/identity/session';
import type { FastifyInstance } from 'fastify';
import type { Cookies } from '../../../platform/http/cookies.ts';
import { publicRoute } from '../../../platform/http/route.ts';
import { success } from '../../../platform/http/success.ts';
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
    return tokens;
  });
  publicRoute(app, refresh, ({ body }, { cookies }) => sessions.refresh(body.refreshToken, cookies.get(DEVICE_COOKIE)));
  publicRoute(app, logout, ({ body }) => success(sessions.signOut(body.refreshToken)));
}

function deviceOf(cookies: Cookies): string {
  const known = cookies.get(DEVICE_COOKIE);
  return known !== undefined && /^[\w-]{32}$/.test(known) ? known : randomBytes(DEVICE_BYTES).toString('base64url');
}
