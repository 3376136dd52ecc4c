import { randomBytes } from 'node:crypto';
import type { Cookies } from '../../../platform/http/cookies.ts';

const DEVICE_COOKIE = 'stowage_device';
const DEVICE_SECONDS = 400 * 24 * 60 * 60;
const DEVICE_BYTES = 24;

/** What identifies this browser, if it was here before. */
export function knownDevice(cookies: Cookies): string | undefined {
  // Without the prefix: over plain HTTP, and set by version 1.0.
  return cookies.get(cookies.hostPrefix + DEVICE_COOKIE) ?? cookies.get(DEVICE_COOKIE);
}

/** What identifies this browser, now or from now on. Call `rememberDevice()` with it. */
export function deviceOf(cookies: Cookies): string {
  const known = knownDevice(cookies);
  return known !== undefined && /^[\w-]{32}$/.test(known) ? known : randomBytes(DEVICE_BYTES).toString('base64url');
}

export function rememberDevice(cookies: Cookies, device: string): void {
  cookies.set(cookies.hostPrefix + DEVICE_COOKIE, device, { seconds: DEVICE_SECONDS });
}
