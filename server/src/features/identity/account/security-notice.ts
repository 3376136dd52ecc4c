import { deviceName } from '@stowage/contract/identity/device-name';
import type { Database } from '../../../platform/database/connect.ts';
import { notify } from '../../notifications/index.ts';
import type { SessionOfToken } from '../sign-in/session.repository.ts';
import { WRONG_CODES_TOLD } from '../sign-in/sign-in-limit.rules.ts';

const TITLES = {
  'password-changed': 'Your password has changed',
  'two-step-removed': 'Your two-step sign-in was turned off',
} as const;

interface Device {
  readonly userAgent: string | null | undefined;
  readonly address: string | null;
}

/** `Chrome on Windows, from 203.0.113.7` */
export function deviceText({ userAgent, address }: Device): string {
  return `${deviceName(userAgent ?? null)}${address === null ? '' : `, from ${address}`}`;
}

/** Tells somebody that a key of theirs came back after its use: it was copied, or the answer to its use was lost and no other key was ever used. */
export async function tellReplayed(tx: Database, { sessionId, userId, isSuccessorUsed, ...device }: SessionOfToken): Promise<void> {
  const opened = `It was opened on ${deviceText(device)}.`;
  const words = isSuccessorUsed
    ? {
        title: 'A session of yours was used by two, and was ended',
        body: `${opened} Somebody may have copied it: change your password, and sign out everywhere.`,
      }
    : {
        title: 'A session of yours was ended',
        body: `${opened} It was ended because a renewal of it did not arrive, or somebody copied it. Sign in again; if you were not using it, change your password.`,
      };
  await notify(tx, { kind: 'session-replayed', to: [userId], ...words, record: { kind: 'session', id: sessionId }, path: '/profile' });
}

/** Tells somebody that a stranger has their password, and guesses at the code: once for each day's count. */
export async function tellWrongCodes(tx: Database, { userId, now, ...device }: { userId: number; now: Date } & Device): Promise<void> {
  await notify(tx, {
    ...{ kind: 'wrong-codes', to: [userId], title: 'Somebody knows your password and guesses at your code' },
    body: `${WRONG_CODES_TOLD} wrong codes were typed today after your right password, the last one on ${deviceText(device)}. If it was not you, change your password at once.`,
    ...{ record: { kind: 'person', id: userId }, path: '/profile', key: `wrong-codes ${now.toISOString()}` },
  });
}

/** Tells somebody of what a thief of their account would do, in the transaction that does it; also where they did it themselves. */
export async function tellOwner(tx: Database, kind: keyof typeof TITLES, { userId, now }: { userId: number; now: Date }): Promise<void> {
  const body = 'If it was not you, ask an administrator at once to sign you out everywhere.';
  const key = `${kind} ${now.toISOString()}`;
  await notify(tx, { kind, to: [userId], title: TITLES[kind], body, record: { kind: 'person', id: userId }, path: '/profile', key });
}
