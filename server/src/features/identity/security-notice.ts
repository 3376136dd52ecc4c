import type { Database } from '../../platform/database/connect.ts';
import { notify } from '../notifications/index.ts';

const TITLES = {
  'password-changed': 'Your password has changed',
  'two-step-removed': 'Your two-step sign-in was turned off',
} as const;

/** Tells somebody of what a thief of their account would do, in the transaction that does it; also where they did it themselves. */
export async function tellOwner(tx: Database, kind: keyof typeof TITLES, { userId, now }: { userId: number; now: Date }): Promise<void> {
  const body = 'If it was not you, ask an administrator at once to sign you out everywhere.';
  const key = `${kind} ${now.toISOString()}`;
  await notify(tx, { kind, to: [userId], title: TITLES[kind], body, record: { kind: 'person', id: userId }, path: '/profile', key });
}
