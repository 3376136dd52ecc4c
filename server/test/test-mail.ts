import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

interface QueuedMail {
  kind: string;
  subject: string;
  content: { lines: string[]; action?: { label: string; path: string } } | null;
}

/** The mails to an address that have not left yet, oldest first. */
export async function mailsTo({ db }: Pick<TestApp, 'db'>, recipient: string): Promise<QueuedMail[]> {
  const { rows } = await sql<QueuedMail>`select kind, subject, content from mails where recipient = ${recipient} order by id`.execute(db);
  return rows;
}

/** The token of the newest link that was mailed to an address. */
export async function mailedToken(app: Pick<TestApp, 'db'>, recipient: string): Promise<string> {
  await expect.poll(async () => (await mailsTo(app, recipient)).length).toBeGreaterThan(0);
  return (await mailsTo(app, recipient)).at(-1)?.content?.action?.path.split('#')[1] ?? '';
}
