import type { OutputOf } from '@stowage/contract/endpoint';
import { utcDay } from '@stowage/contract/formats/day';
import type { draftMail } from '@stowage/contract/purchasing/order-drafts';
import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import { AppError } from '../../../platform/app-error.ts';
import { writeAuditEntry } from '../../../platform/audit/audit-entry.repository.ts';
import { findRepeat, once } from '../../../platform/commands/once.ts';
import type { Context } from '../../../platform/context.ts';
import { type Database, type DatabaseTransaction, violatesUnique } from '../../../platform/database/connection/connect.ts';
import { inOnePart } from '../../../platform/formats/in-one-part.ts';
import { pdfDocument } from '../../../platform/formats/pdf-document.ts';
import type { ServedFile } from '../../../platform/http/files/served-file.ts';
import type { Filing, PreparedFile } from '../../documents/index.ts';
import { findEmail } from '../../identity/index.ts';
import { queueMail, requeueMail } from '../../mail/index.ts';
import { findTerms, saveOrderEmail } from '../vendor-terms/vendor-terms.repository.ts';
import { findPrinted, type PrintedOrder } from './draft.read-model.ts';
import * as drafts from './draft.repository.ts';
import { duplicatePo, lockOpenDraft } from './draft.service.ts';
import { documentOf, mailOf, sumOf } from './order-text.ts';
import { warningsOf } from './send-warnings.rules.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  /** Whether a mail server is configured. */
  readonly canSend: boolean;
  readonly filing: Filing;
}

interface Sending {
  readonly clientId: string;
  readonly version: number;
  /** null when the person sends the order without Stowage. */
  readonly mail: { readonly recipient: string; readonly subject: string; readonly text: string } | null;
  readonly actorId: number;
}

interface PrintedFile {
  readonly name: string;
  readonly content: Uint8Array;
  readonly mediaType: string;
}

export type SendDraftService = ReturnType<typeof createSendDraftService>;

/** Sends drafts: each becomes one purchase order, with one mail at most. */
export function createSendDraftService({ db, clock, topics, canSend, filing }: Dependencies) {
  const today = () => utcDay(clock.now());
  const print = async (order: PrintedOrder): Promise<PrintedFile> => ({
    name: `${order.poNumber.replace(/[^\w.-]+/g, '-')}.pdf`,
    content: await pdfDocument(documentOf(order, today())),
    mediaType: 'application/pdf',
  });
  return {
    async pdf(id: number): Promise<ServedFile> {
      const { content, ...file } = await print(await requirePrinted(db, id));
      return { ...file, content: inOnePart(content) };
    },

    /** @param seesCosts without it, no warning contains the total */
    async readMail(id: number, seesCosts: boolean): Promise<OutputOf<typeof draftMail>> {
      const order = await requirePrinted(db, id);
      const terms = await findTerms(db, order.vendor);
      return {
        can_send: canSend,
        recipient: terms.order_email,
        ...mailOf(order),
        warnings: warningsOf(order, { total: seesCosts ? sumOf(order.lines) : undefined, terms, today: today() }),
      };
    },

    async send(id: number, sending: Sending): Promise<string> {
      const { clientId: key, mail, version, actorId } = sending;
      if (mail !== null && !canSend) throw new AppError('conflict', 'There is no mail server. Save the PDF and send it yourself', { reason: 'no_mail_server' });
      const command = { command: 'purchasing.send-order', key, actorId, content: [id, version, mail] };
      const repeated = await findRepeat<string>(db, command);
      if (repeated !== undefined) return repeated;
      // Before anything is locked, because it takes a while. The version proves that it is the document of what is sent.
      const order = await requirePrinted(db, id);
      const file = await print({ ...order, orderId: order.orderId ?? 0, sentOn: today() });
      const copy = await filing.prepare(inOnePart(file.content));
      const poNumber = await db
        .transaction()
        .execute((tx) => once(tx, command, () => sendDraft(tx, id, { ...sending, file, copy, now: clock.now() })))
        .finally(() => copy.discard());
      topics.publish(receivingTopic, { poNumber: '', packingListId: null, change: 'UPLOADED' });
      return poNumber;
    },

    /** Sends a failed mail again. */
    async retry(id: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const sent = await drafts.lockMail(tx, id);
        const isQueued = canSend && sent.mailId !== null && (await requeueMail(tx, sent.mailId));
        if (!isQueued) throw new AppError('conflict', 'Only a mail that failed can be sent again', { reason: 'not_failed' });
        await writeAuditEntry(tx, { action: 'SENT_AGAIN', record: { kind: 'purchase_orders', id: sent.orderId } });
      });
    },
  };
}

interface PreparedSending extends Sending {
  readonly file: PrintedFile;
  readonly copy: PreparedFile;
  readonly now: Date;
}

/** @returns the number of the order */
async function sendDraft(tx: DatabaseTransaction, id: number, sending: PreparedSending): Promise<string> {
  const { version, mail, actorId, file, copy, clientId, now } = sending;
  const draft = await lockOpenDraft(tx, id, version);
  const { poNumber, vendor } = draft;
  const orderId = await drafts.insertOrder(tx, draft, actorId).catch((error: unknown) => {
    throw violatesUnique(error, 'purchase_orders_number_key') ? duplicatePo(poNumber) : error;
  });
  if (!(await drafts.hasLines(tx, orderId))) throw new AppError('rule_violated', 'Add a line before you send the order', { reason: 'no_lines' });
  const mailId = mail === null ? null : ((await queueOrder(tx, mail, { file, actorId, key: `purchase order ${clientId}` })) ?? null);
  await drafts.markSent(tx, id, { orderId, actorId, recipient: mail?.recipient ?? null, mailId, now });
  if (mail !== null) await saveOrderEmail(tx, vendor, mail.recipient);
  const link = { kind: 'PURCHASE_ORDER', id: String(orderId), label: poNumber } as const;
  await copy.add(tx, { name: file.name, mediaType: file.mediaType, area: 'costs.read', actorId }, [{ type: 'OTHER', link, vendor }]);
  await writeAuditEntry(tx, {
    action: 'SENT',
    record: { kind: 'purchase_orders', id: orderId },
    after: { po_number: poNumber, vendor, by_mail: mail !== null },
  });
  return poNumber;
}

/** Queues the mail, which is sent after the commit; the vendor's answer goes to the person. */
async function queueOrder(
  tx: Database,
  { recipient, subject, text }: NonNullable<Sending['mail']>,
  { file, actorId, key }: { file: PrintedFile; actorId: number; key: string },
): Promise<number | undefined> {
  const replyTo = await findEmail(tx, actorId);
  return queueMail(tx, { kind: 'purchase-order', recipient, subject, key, replyTo, lines: text.split(/\n{2,}/), attachments: [file] });
}

async function requirePrinted(db: Database, id: number): Promise<PrintedOrder> {
  const order = await findPrinted(db, id);
  if (order === undefined) throw drafts.noSuchDraft();
  return order;
}
