import { DOCUMENT_TYPES } from '@stowage/contract/documents/document-types';
import type { OutputOf } from '@stowage/contract/endpoint';
import { utcDay } from '@stowage/contract/formats/day';
import type { creditRequestMail } from '@stowage/contract/invoicing/credit-requests';
import { purchaseMoneyTopic } from '@stowage/contract/invoicing/purchase-money';
import { AppError } from '../../../platform/app-error.ts';
import { writeAuditEntry } from '../../../platform/audit/audit-entry.repository.ts';
import { findRepeat, once } from '../../../platform/commands/once.ts';
import { requireVersion } from '../../../platform/commands/require-version.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { inOnePart } from '../../../platform/formats/in-one-part.ts';
import { pdfDocument } from '../../../platform/formats/pdf-document.ts';
import { ignoreMissing } from '../../../platform/http/files/missing-file.ts';
import type { ServedFile } from '../../../platform/http/files/served-file.ts';
import type { CallContext } from '../../../platform/http/route.ts';
import type { FiledAs, Filing, PreparedFile } from '../../documents/index.ts';
import { findEmail } from '../../identity/index.ts';
import { queueMail, requeueMail } from '../../mail/index.ts';
import { type PhotoFiles, thumbnailOf } from '../../photos/index.ts';
import { moveCredits } from '../credits/credit.repository.ts';
import { findOrder, type OrderName } from '../matching/matched-line.read-model.ts';
import { lockOrders } from '../matching/matching.repository.ts';
import * as requests from './credit-request.read-model.ts';
import * as sent from './credit-request.repository.ts';
import { documentOf, expectedIds, leftOutOf, mailOf, photosInMail, type RequestMaterial, sumOf } from './credit-request-text.ts';

interface WrittenRequest {
  readonly clientId: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  /** The credits not requested before, and the sum of all, as the person saw them. */
  readonly expectedIds: readonly number[];
  readonly amount: string;
  readonly actorId: number;
}

export type CreditRequestService = ReturnType<typeof createCreditRequestService>;

interface MailFile {
  readonly name: string;
  readonly content: Uint8Array;
  readonly mediaType: string;
}

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  /** Whether a mail server is configured. */
  readonly canSend: boolean;
  readonly photoFiles: PhotoFiles;
  readonly filing: Filing;
}

export function createCreditRequestService({ db, clock, topics, canSend, photoFiles, filing }: Dependencies) {
  /** undefined when the file is missing */
  const readPhoto = ({ lineId, filename }: Pick<requests.EvidencePhoto, 'lineId' | 'filename'>): Promise<Uint8Array | undefined> =>
    photoFiles.read({ album: { kind: 'line', id: lineId }, filename }).catch(ignoreMissing);
  const attach = async (material: RequestMaterial): Promise<MailFile[]> => {
    const read = await Promise.all(
      photosInMail(material).map(async (photo) => ({ name: `${photo.supplierSku}-${photo.filename}`, content: await readPhoto(photo) })),
    );
    return read.flatMap(({ name, content }) => (content === undefined ? [] : { name, content, mediaType: 'image/jpeg' }));
  };
  const print = async (material: RequestMaterial): Promise<{ name: string; content: Uint8Array }> => {
    const { po_number } = material.order;
    const log = await requests.listReceivingLog(db, requests.lineIdsOf(material.credits));
    const pictureOf = (photo: requests.EvidencePhoto) => () => readPhoto({ ...photo, filename: thumbnailOf(photo.filename) });
    const content = await pdfDocument(documentOf(material, { log, pictureOf, day: utcDay(clock.now()) }));
    return { name: `credit-request-${po_number}.pdf`, content };
  };
  return {
    /** The document with the requested credits and the receiving record. @throws AppError `nothing_to_request` */
    async pdf(orderId: number, call: Pick<CallContext, 'caller' | 'requestId'>): Promise<ServedFile> {
      const { order, ...material } = requireCredits(await gather(db, orderId));
      const { name, content } = await print({ order, ...material });
      return filing.keepAnswer({ mediaType: 'application/pdf', name, content: inOnePart(content) }, filedAs(order), call);
    },

    /** The draft of the mail, and the earlier mails. */
    async read(orderId: number): Promise<OutputOf<typeof creditRequestMail>> {
      const material = await gather(db, orderId);
      const { order, credits, sum } = material;
      const ids = { credit_ids: credits.map(({ id }) => id), expected_ids: expectedIds(material) };
      const recipient = await sent.findContact(db, order.vendor ?? '');
      const draft = credits.length === 0 ? null : { recipient: recipient ?? null, ...mailOf(material), ...ids, amount: sum };
      return { can_send: canSend, draft, left_out: leftOutOf(material), sent: await sent.listRequests(db, orderId) };
    },

    /** Queues the mail with its document, stores the vendor's address, and marks the credits as requested, all in one transaction, once. */
    async send(orderId: number, written: WrittenRequest): Promise<number> {
      if (!canSend) throw new AppError('conflict', 'There is no mail server. Send the request with your own mail program', { reason: 'no_mail_server' });
      const { clientId: key, recipient, subject, text, expectedIds: expected, amount, actorId } = written;
      const earlierContent = [orderId, recipient, subject, amount];
      const content = [...earlierContent, text, expected];
      const command = { command: 'invoicing.credit-request', key, actorId, content, earlierContent, refusal: idReused };
      const repeated = await findRepeat<number>(db, command);
      if (repeated !== undefined) return repeated;
      const material = refuseChanged(await gather(db, orderId), written);
      // Before anything is locked, because it takes a while.
      const document = { ...(await print(material)), mediaType: 'application/pdf' };
      const attachments = [document, ...(await attach(material))];
      const copy = await filing.prepare(inOnePart(document.content));
      const id = await db
        .transaction()
        .execute(async (tx) => {
          await lockOrders(tx, [orderId]);
          return once(tx, command, async () => {
            refuseChanged(await gather(tx, orderId), written);
            const mailId = (await queue(tx, written, attachments)) ?? null;
            await moveCredits(tx, expectedIds(material), { to: 'REQUESTED', memo: null, amount: null, reason: null, now: clock.now() });
            await fileRequest(tx, copy, { ...document, order: material.order, actorId });
            await sent.saveContact(tx, material.order.vendor ?? '', recipient);
            return sent.insertRequest(tx, { ...written, orderId, mailId, credits: material.credits.length, now: clock.now() });
          });
        })
        .finally(() => copy.discard());
      topics.publish(purchaseMoneyTopic, { change: 'CREDIT', id: null });
      return id;
    },

    /** Sends a failed mail again. */
    async retry(requestId: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const request = await sent.lockRequest(tx, requestId);
        const isQueued = canSend && request.mailId !== null && (await requeueMail(tx, request.mailId));
        if (!isQueued) throw new AppError('conflict', 'Only a mail that failed can be sent again', { reason: 'not_failed' });
        const record = { kind: 'purchase_orders', id: request.orderId };
        await writeAuditEntry(tx, { action: 'CREDIT_REQUESTED_AGAIN', record, after: { credit_request: requestId } });
      });
    },
  };
}

/** Queues the mail, which is sent after the commit. */
async function queue(
  tx: Database,
  { clientId, recipient, subject, text, actorId }: WrittenRequest,
  attachments: readonly MailFile[],
): Promise<number | undefined> {
  const replyTo = await findEmail(tx, actorId);
  return queueMail(tx, {
    ...{ kind: 'credit-request', recipient, subject, key: `credit request ${clientId}`, replyTo },
    lines: text.split(/\n{2,}/),
    attachments,
  });
}

/** Files the sent document with the order. */
function fileRequest(
  tx: Database,
  copy: PreparedFile,
  { name, mediaType, order, actorId }: Pick<MailFile, 'name' | 'mediaType'> & { order: OrderName; actorId: number },
): Promise<void> {
  return copy.add(tx, { name, mediaType, area: DOCUMENT_TYPES.CREDIT.area, actorId }, [filedAs(order)]);
}

function filedAs({ id, po_number: label, vendor }: OrderName): FiledAs {
  return { type: 'CREDIT', link: { kind: 'PURCHASE_ORDER', id: String(id), label }, vendor };
}

async function gather(db: Database, orderId: number): Promise<RequestMaterial> {
  const order = await findOrder(db, { id: orderId });
  if (order === undefined) throw new AppError('not_found', 'There is no such purchase order');
  const requestable = await requests.listRequestable(db, orderId);
  const credits = requestable.filter(({ leftOut }) => leftOut === null);
  const photos = await requests.listEvidencePhotos(db, requests.lineIdsOf(credits));
  const leftOut = requestable.filter(({ leftOut: reason }) => reason !== null);
  return { order, credits, leftOut, sum: sumOf(credits), photos, invoices: await requests.listBillingInvoices(db, orderId) };
}

function requireCredits(material: RequestMaterial): RequestMaterial {
  if (material.credits.length > 0) return material;
  throw new AppError('conflict', nothingText(material.leftOut), { reason: 'nothing_to_request' });
}

function nothingText(leftOut: RequestMaterial['leftOut']): string {
  if (leftOut.length === 0) return 'This purchase order has no credit to request';
  if (leftOut.every(({ leftOut: reason }) => reason === 'NOT_BILLED')) return 'The vendor has not billed the claimed units yet, so there is nothing to request';
  return 'The credits of this purchase order ask for more than the vendor owes. Check them first';
}

/** Another person may have requested them meanwhile, or the vendor answered. */
function refuseChanged(material: RequestMaterial, { expectedIds: seen, amount }: WrittenRequest): RequestMaterial {
  const expected = expectedIds(requireCredits(material));
  const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
  requireVersion({ expected: [amount, sorted(seen)], current: [material.sum, sorted(expected)], of: 'the credits of this mail' });
  return material;
}

function idReused(): AppError {
  return new AppError('conflict', 'Another credit request was sent under this client id', { reason: 'client_id_used' });
}
