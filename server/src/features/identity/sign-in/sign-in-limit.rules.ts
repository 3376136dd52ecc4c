import { DAY_MS } from '@stowage/contract/formats/durations';

/** Failed attempts are counted within this time, and some within a day too. */
const WINDOW_MS = 15 * 60 * 1000;

/** One person mistyping; guesses at one account from many addresses; one address guessing at many accounts. */
const LIMITS = {
  'account-at-address': 10,
  'account-at-device': 10,
  account: 100,
  address: 100,
  // Mails that somebody who asks for them need not read.
  'reset-account': 5,
  'reset-address': 30,
  // Of who is signed in: their own password, asked for once more.
  'password-of': 10,
  // After a right password, from wherever: a code has a million values, of which three are right.
  'codes-of': 10,
  'codes-of-day': 30,
  'codes-at-device-day': 30,
  // Refuses nothing: its owner is told.
  'wrong-codes-day': Number.POSITIVE_INFINITY,
} as const;

/** So many wrong codes in a day are no mistyping any more: somebody else knows the password. */
export const WRONG_CODES_TOLD = 5;

/**
 * The keys under which an attempt is counted: `near` ones first, of which the first is forgotten with a success, and `far`
 * ones only where no near one is over.
 */
export interface AttemptKeys {
  readonly near: readonly [string, string];
  readonly far: readonly string[];
}

export function attemptKeys(email: string, address: string): AttemptKeys {
  const account = email.trim().toLowerCase();
  return { near: [`account-at-address:${account} ${address}`, `address:${address}`], far: [`account:${account}`] };
}

/** Of a browser on which this person was signed in before: what strangers guess elsewhere keeps nobody out there. */
export function deviceAttemptKeys(email: string, device: string, address: string): AttemptKeys {
  return { near: [`account-at-device:${email.trim().toLowerCase()} ${device}`, `address:${address}`], far: [] };
}

/** The keys under which a code is counted. A browser on which this person was signed in before counts for itself: strangers keep nobody out there. */
export function codeKeys(userId: number, knownDevice: string | undefined): string[] {
  return knownDevice === undefined ? [`codes-of:${userId}`, `codes-of-day:${userId}`] : [`codes-at-device-day:${userId} ${knownDevice}`];
}

/** The key under which the wrong codes of a person are counted, wherever they were typed. */
export function wrongCodesKey(userId: number): string {
  return `wrong-codes-day:${userId}`;
}

export function isOverLimit(key: string, attempts: number): boolean {
  return attempts > LIMITS[kindOf(key)];
}

/** How long an attempt counts. */
export function windowOf(key: string): number {
  return kindOf(key).endsWith('-day') ? DAY_MS : WINDOW_MS;
}

function kindOf(key: string): keyof typeof LIMITS {
  return key.slice(0, key.indexOf(':')) as keyof typeof LIMITS;
}

/** The keys under which asking for a new password is counted. */
export function resetKeys(email: string, address: string): string[] {
  return [`reset-account:${email.trim().toLowerCase()}`, `reset-address:${address}`];
}
