import { MAILS_PAGE_SIZE, type Mail } from '@stowage/contract/mail/mail';
import { sql } from 'kysely';
import type { MailAttachment } from '../../integrations/mail/smtp.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import { canRetryMail } from './can-retry.condition.ts';
import { type MailContent, toSubject } from './mail-text.rules.ts';

export interface NewMail extends MailContent {
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  /** A mail with the same key is queued once. */
  readonly key?: string;
  /** The address of the person who wrote the mail. */
  readonly replyTo?: string;
  readonly attachments?: readonly MailAttachment[];
}

export interface DueMail {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string;
  readonly content: MailContent;
  readonly replyTo: string | null;
  readonly attempts: number;
}

/** @returns undefined when a mail with this key was queued before */
export async function insertMail(tx: Database, { kind, recipient, subject, key, replyTo, attachments = [], ...content }: NewMail): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into mails (kind, recipient, subject, content, key, reply_to)
    values (${kind}, ${recipient}, ${toSubject(subject)}, ${JSON.stringify(content)}::jsonb, ${key ?? null}, ${replyTo ?? null})
    on conflict (key) do nothing returning id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) return undefined;
  for (const { name, mediaType, content: bytes } of attachments) {
    await sql`insert into mail_attachments (mail_id, name, media_type, content) values (${id}, ${name}, ${mediaType}, ${Buffer.from(bytes)})`.execute(tx);
  }
  return id;
}

/** Makes a failed or stored mail due again. @returns false for any other mail, or when its text was deleted */
export async function markQueued(tx: Database, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mails m set state = 'QUEUED', attempts = 0, last_error = null, next_attempt_at = now() where m.id = ${id} and ${canRetryMail}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function listAttachments(db: Database, id: number): Promise<MailAttachment[]> {
  const { rows } = await sql<MailAttachment>`select name, media_type as "mediaType", content from mail_attachments where mail_id = ${id} order by name`.execute(
    db,
  );
  return rows;
}

/** Inserts a mail that the caller sends itself. Another process claims it after the timeout. */
export async function insertClaimedMail(
  db: Database,
  { kind, recipient, subject, ...content }: Omit<NewMail, 'key'>,
  { timeoutMs }: { timeoutMs: number },
): Promise<DueMail> {
  const inserted = await sql<DueMail>`
    insert into mails (kind, recipient, subject, content, state, attempts, next_attempt_at)
    values (${kind}, ${recipient}, ${toSubject(subject)}, ${JSON.stringify(content)}::jsonb, 'SENDING', 1, now() + make_interval(secs => ${timeoutMs / 1000}))
    returning id, recipient, subject, content, attempts`.execute(db);
  return onlyRow(inserted);
}

/** Claims a due mail, or one whose claim timed out because its process was killed. */
export async function claimMail(db: Database, { timeoutMs }: { timeoutMs: number }): Promise<DueMail | undefined> {
  const { rows } = await sql<DueMail>`
    update mails set state = 'SENDING', attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${timeoutMs / 1000})
    where id = (select id from mails where state in ('QUEUED', 'SENDING') and next_attempt_at <= now()
      order by next_attempt_at, id limit 1 for update skip locked)
    returning id, recipient, subject, content, reply_to as "replyTo", attempts`.execute(db);
  return rows[0];
}

/** Marks a mail as sent and deletes its text and attachments. */
export async function markSent(db: Database, id: number): Promise<void> {
  await sql`
    with deleted as (delete from mail_attachments where mail_id = ${id})
    update mails set state = 'SENT', sent_at = now(), last_error = null, content = null where id = ${id}`.execute(db);
}

/** @param againInMs the delay until the next attempt; undefined after the last */
export async function markFailed(db: Database, id: number, { error, againInMs }: { error: string; againInMs: number | undefined }): Promise<void> {
  await sql`update mails set state = ${againInMs === undefined ? 'FAILED' : 'QUEUED'}, last_error = ${error.slice(0, 500)},
    next_attempt_at = now() + make_interval(secs => ${(againInMs ?? 0) / 1000}) where id = ${id}`.execute(db);
}

/** The kinds whose links sign a person in. */
const LINK_KINDS = ['password', 'invitation'];
const isLink = sql`kind = any(${LINK_KINDS}::text[])`;

/** Without a mail server, stores mails for administrators to read, except links: nobody but their person may use them. */
export async function storeUnsentMails(db: Database): Promise<void> {
  await sql`update mails set state = 'KEPT', content = case when ${isLink} then null else content end where state in ('QUEUED', 'SENDING')`.execute(db);
  await sql`update mails set content = null where state = 'FAILED' and ${isLink} and content is not null`.execute(db);
}

/**
 * The mails stored before there was a mail server that nobody has sent or discarded. Password and invitation links are never
 * sent late, because they may have expired.
 */
const isStored = sql`state = 'KEPT' and discarded_at is null and content is not null`;

export async function countStoredMails(db: Database): Promise<{ count: number; over: number; oldestAt: string | null }> {
  const { rows } = await sql<{ count: number; over: number; oldestAt: Date | null }>`
    select count(*)::int as count, count(*) filter (where ${isLink})::int as over, min(created_at) as "oldestAt" from mails where ${isStored}`.execute(db);
  const { count, over, oldestAt } = rows[0] ?? { count: 0, over: 0, oldestAt: null };
  return { count, over, oldestAt: oldestAt?.toISOString() ?? null };
}

/** Queues the mails stored until a time, except links. Discards the links and, without `send`, all mails. @returns both counts */
export async function resolveStoredMails(tx: Database, { send, until }: { send: boolean; until: Date }): Promise<{ sent: number; left: number }> {
  const { rows } = await sql<{ isSent: boolean }>`
    with resolved as (select id, ${send}::boolean and not (${isLink}) as sends from mails where ${isStored} and created_at <= ${until} for update skip locked)
    update mails m set state = case when d.sends then 'QUEUED' else m.state end, discarded_at = case when d.sends then null else now() end,
      attempts = 0, next_attempt_at = now()
    from resolved d where m.id = d.id returning d.sends as "isSent"`.execute(tx);
  const sent = rows.filter(({ isSent }) => isSent).length;
  return { sent, left: rows.length - sent };
}

/** Deletes mails. Those of credit requests stay, as the record of what the vendor was asked for. */
export async function deleteMailsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('mails').where('created_at', '<', before).where('kind', '<>', 'credit-request').execute();
}

/** A mail with its content instead of the composed text; links for passwords are never read from here. */
type MailRow = Omit<Mail, 'text'> & { readonly content: MailContent | null };

export async function listMails(db: Database, before: number | undefined): Promise<{ data: MailRow[]; next: number | null }> {
  const rows = await db
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'subject', 'content', 'state', 'attempts', 'last_error', 'created_at', 'sent_at'])
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(MAILS_PAGE_SIZE + 1)
    .execute();
  const page = rows.slice(0, MAILS_PAGE_SIZE);
  return {
    data: page.map((row) => ({
      id: row.id,
      kind: row.kind,
      recipient: row.recipient,
      subject: row.subject,
      content: LINK_KINDS.includes(row.kind) ? null : (row.content as MailContent | null),
      state: row.state as Mail['state'],
      attempts: row.attempts,
      lastError: row.last_error,
      createdAt: row.created_at.toISOString(),
      sentAt: row.sent_at?.toISOString() ?? null,
    })),
    next: rows.length > MAILS_PAGE_SIZE ? (page.at(-1)?.id ?? null) : null,
  };
}
