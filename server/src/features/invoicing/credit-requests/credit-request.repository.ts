import type { CreditRequest } from '@stowage/contract/invoicing/credit-requests';
import { sql } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { canRetryMail } from '../../mail/index.ts';

interface NewCreditRequest {
  readonly orderId: number;
  readonly clientId: string;
  readonly mailId: number | null;
  readonly recipient: string;
  readonly subject: string;
  readonly amount: string;
  readonly credits: number;
  readonly actorId: number;
  readonly now: Date;
}

export async function insertRequest(
  tx: Database,
  { orderId, clientId, mailId, recipient, subject, amount, credits, actorId, now }: NewCreditRequest,
): Promise<number> {
  const result = await sql<{ id: number }>`
    insert into credit_requests (purchase_order_id, client_id, mail_id, recipient, subject, amount, credits, requested_by, requested_at)
    values (${orderId}, ${clientId}, ${mailId}, ${recipient}, ${subject}, ${amount}, ${credits}, ${actorId}, ${now}) returning id`.execute(tx);
  return onlyRow(result).id;
}

type Row = Omit<CreditRequest, 'requested_at' | 'sent_at'> & { requested_at: Date; sent_at: Date | null };

/** The requests of an order, newest first. The state is that of the mail; requests whose mail is gone have a copy. */
export async function listRequests(db: Database, orderId: number): Promise<CreditRequest[]> {
  const { rows } = await sql<Row>`
    select r.id, r.recipient, r.subject, r.credits, r.amount, u.name as requested_by, r.requested_at,
      case when m.id is null then r.state else m.state end as state, case when m.id is null then r.last_error else m.last_error end as last_error,
      case when m.id is null then r.sent_at else m.sent_at end as sent_at,
      coalesce(${canRetryMail}, false) as can_retry
    from credit_requests r join users u on u.id = r.requested_by left join mails m on m.id = r.mail_id
    where r.purchase_order_id = ${orderId} order by r.id desc`.execute(db);
  return rows.map((row) => ({ ...row, requested_at: utcText(row.requested_at), sent_at: row.sent_at && utcText(row.sent_at) }));
}

/** @throws AppError `not_found` */
export async function lockRequest(tx: Database, id: number): Promise<{ mailId: number | null; orderId: number }> {
  const found = tx.selectFrom('credit_requests').select(['mail_id as mailId', 'purchase_order_id as orderId']).where('id', '=', id).forNoKeyUpdate();
  const request = await found.executeTakeFirst();
  if (request === undefined) throw new AppError('not_found', 'There is no such credit request');
  return request;
}

/** The vendor's address for credit requests. Orders without a vendor have none in common. */
export async function findContact(db: Database, vendor: string): Promise<string | undefined> {
  const { rows } = await sql<{
    email: string;
  }>`select credit_email as email from vendor_contacts where vendor_key = vendor_identity(${vendor}) and vendor_key <> ''`.execute(db);
  return rows[0]?.email;
}

export async function saveContact(tx: Database, vendor: string, email: string): Promise<void> {
  await sql`
    insert into vendor_contacts (vendor_key, credit_email) select key, ${email} from vendor_identity(${vendor}) as key where key <> ''
    on conflict (vendor_key) do update set credit_email = excluded.credit_email where vendor_contacts.credit_email <> excluded.credit_email`.execute(tx);
}
