import { DAY_MS } from '@stowage/contract/formats/durations';

/** The time in which attempts are counted. Keys that end in `-day` are counted for a day. */
const WINDOW_MS = 15 * 60 * 1000;

/** The maximum number of attempts for each kind of key. */
const LIMITS = {
  'account-at-address': 10,
  'account-at-device': 10,
  account: 100,
  address: 100,
  // Limits the mails that a stranger can send to an address.
  'reset-account': 5,
  'reset-address': 30,
  // Begun sign-ins by passkey or single sign-on, each of which is stored for minutes. A company may share one address.
  'start-address': 300,
  // A signed-in person confirms their own password.
  'password-of': 10,
  // Codes after a right password, from any address. Three of a million codes are right at a time.
  'codes-of': 10,
  'codes-of-day': 30,
  'codes-at-device-day': 30,
  // Never refused; the count only triggers a notification.
  'wrong-codes-day': Number.POSITIVE_INFINITY,
} as const;

/** More wrong codes in a day than a person mistypes: somebody else knows the password. */
export const WRONG_CODES_BEFORE_NOTICE = 5;

/**
 * The keys under which an attempt is counted. A success clears the first `near` key. The `far` keys count only attempts that
 * no `near` key refused.
 */
export interface AttemptKeys {
  readonly near: readonly [string, string];
  readonly far: readonly string[];
}

export function attemptKeys(email: string, address: string): AttemptKeys {
  const account = email.trim().toLowerCase();
  return { near: [`account-at-address:${account} ${address}`, `address:${address}`], far: [`account:${account}`] };
}

/** The keys for a browser on which the person has signed in before, so that guesses from elsewhere can't lock the person out. */
export function deviceAttemptKeys(email: string, device: string, address: string): AttemptKeys {
  return { near: [`account-at-device:${email.trim().toLowerCase()} ${device}`, `address:${address}`], far: [] };
}

/** The keys for a sign-in whose account is not known before it succeeds. */
export function addressKeys(address: string): string[] {
  return [`address:${address}`];
}

/** The keys for the beginning of such a sign-in. */
export function startKeys(address: string): string[] {
  return [`start-address:${address}`];
}

/** The keys for a code. A browser on which the person has signed in before has its own count. */
export function codeKeys(userId: number, knownDevice: string | undefined): string[] {
  return knownDevice === undefined ? [`codes-of:${userId}`, `codes-of-day:${userId}`] : [`codes-at-device-day:${userId} ${knownDevice}`];
}

/** The key for the wrong codes of a person from all addresses. */
export function wrongCodesKey(userId: number): string {
  return `wrong-codes-day:${userId}`;
}

export function isOverLimit(key: string, attempts: number): boolean {
  return attempts > LIMITS[kindOf(key)];
}

/** The time in milliseconds for which an attempt counts. */
export function windowOf(key: string): number {
  return kindOf(key).endsWith('-day') ? DAY_MS : WINDOW_MS;
}

function kindOf(key: string): keyof typeof LIMITS {
  return key.slice(0, key.indexOf(':')) as keyof typeof LIMITS;
}

/** The keys for requests of a password reset. */
export function resetKeys(email: string, address: string): string[] {
  return [`reset-account:${email.trim().toLowerCase()}`, `reset-address:${address}`];
}
