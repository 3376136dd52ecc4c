/** Failed attempts are counted within this time. */
export const SIGN_IN_WINDOW_MS = 15 * 60 * 1000;

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
} as const;

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

export function isOverLimit(key: string, attempts: number): boolean {
  const kind = key.slice(0, key.indexOf(':')) as keyof typeof LIMITS;
  return attempts > LIMITS[kind];
}

/** The keys under which asking for a new password is counted. */
export function resetKeys(email: string, address: string): string[] {
  return [`reset-account:${email.trim().toLowerCase()}`, `reset-address:${address}`];
}
