import { deviceName } from '@stowage/contract/identity/device-name';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { notify } from '../../notifications/index.ts';
import type { SessionOfToken } from '../sessions/session.repository.ts';
import { WRONG_CODES_BEFORE_NOTICE } from '../sign-in/sign-in-limit.rules.ts';

const TITLES = {
  'password-changed': 'Your password changed',
  'two-step-removed': 'Your two-step sign-in was turned off',
  'sign-in-method-added': 'Your account has a new way to sign in',
  'sign-in-method-removed': 'A way to sign in to your account was removed',
} as const;

interface Device {
  readonly userAgent: string | null | undefined;
  readonly address: string | null;
}

/** `Chrome on Windows, from 203.0.113.7` */
export function deviceText({ userAgent, address }: Device): string {
  return `${deviceName(userAgent ?? null)}${address === null ? '' : `, from ${address}`}`;
}

/** Notifies the owner of a session whose refresh token was used twice: somebody copied it, or the answer to its first use was lost. */
export async function notifyReplayedToken(tx: Database, { sessionId, userId, isSuccessorUsed, ...device }: SessionOfToken): Promise<void> {
  const opened = `It was opened on ${deviceText(device)}.`;
  const text = isSuccessorUsed
    ? {
        title: 'One of your sessions was used twice and was ended',
        body: `${opened} Somebody may have copied it. Change your password and sign out everywhere.`,
      }
    : {
        title: 'One of your sessions was ended',
        body: `${opened} It was ended because its renewal did not reach the browser, or because somebody copied it. Sign in again. If you were not using it, change your password.`,
      };
  await notify(tx, { kind: 'session-replayed', to: [userId], ...text, record: { kind: 'session', id: sessionId }, path: '/profile' });
}

/** Warns the owner, at most once a day, that somebody who knows the password tries codes. */
export async function notifyWrongCodes(tx: Database, { userId, now, ...device }: { userId: number; now: Date } & Device): Promise<void> {
  await notify(tx, {
    ...{ kind: 'wrong-codes', to: [userId], title: 'Somebody knows your password and is guessing your code' },
    body: `${WRONG_CODES_BEFORE_NOTICE} wrong codes were entered today after your correct password, the last one on ${deviceText(device)}. If it was not you, change your password now.`,
    ...{ record: { kind: 'person', id: userId }, path: '/profile', key: `wrong-codes ${now.toISOString()}` },
  });
}

/** Warns the owner that two devices have the same passkey. */
export async function notifyCopiedPasskey(tx: Database, { userId, now }: { userId: number; now: Date }): Promise<void> {
  await notify(tx, {
    ...{ kind: 'passkey-copied', to: [userId], title: 'Somebody may have a copy of your passkey' },
    body: 'A passkey of yours was used with an outdated counter and was refused. Remove it under Your profile and add a new one.',
    ...{ record: { kind: 'person', id: userId }, path: '/profile', key: `passkey-copied ${now.toISOString()}` },
  });
}

/** Notifies a person of a security-relevant change of their account, also when they made it themselves. */
export async function notifyOwner(tx: Database, kind: keyof typeof TITLES, { userId, now }: { userId: number; now: Date }): Promise<void> {
  const body = 'If it was not you, ask an administrator to sign you out everywhere.';
  const key = `${kind} ${now.toISOString()}`;
  await notify(tx, { kind, to: [userId], title: TITLES[kind], body, record: { kind: 'person', id: userId }, path: '/profile', key });
}
