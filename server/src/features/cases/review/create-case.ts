import type { UploadCode } from '@stowage/contract/cases/case-detail';
import { CASE_MESSAGES, casesTopic } from '@stowage/contract/cases/cases';
import { claimDay } from '@stowage/contract/cases/claim-day';
import { DEFAULT_MARKETPLACE } from '@stowage/contract/cases/claim-windows';
import { isLpn, normalizeCode } from '@stowage/contract/catalog/identifiers';
import { counted } from '@stowage/contract/formats/text/counted';
import { trackingCandidates } from '@stowage/contract/orders/tracking-numbers';
import { LAST_LABEL_DISPLAY_ORDER } from '@stowage/contract/returns/dispositions';
import { returnsTopic } from '@stowage/contract/returns/returns';
import type { MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { recordDecision } from '../../returns/index.ts';
import type { CaseDependencies } from '../case-dependencies.ts';
import { claimClock, expectedDollars, USUAL_CLAIM } from '../claims/claim.rules.ts';
import { findWindow } from '../claims/claim-window.repository.ts';
import { mintCaseCode } from '../photos/upload-code.ts';
import { findCaseOfDecision, findDisposition, insertCase } from './case.repository.ts';
import { insertEvent } from './case-event.repository.ts';
import { findLine, listLinesByCodes, type ReturnedLine } from './returned-line.read-model.ts';

interface NewCase {
  readonly dispositionId: number;
  readonly quantity: number;
  readonly trackingNumber: string;
  /** The tracking row that the client sent. */
  readonly row: Readonly<Record<string, unknown>>;
  readonly clientId: string | undefined;
  readonly actorId: number;
}

const LPN_MAX_LENGTH = 100;
const ID_REUSED = { message: 'This client id was used for another decision', reason: 'client_id_reused' };

type Dependencies = CaseDependencies & { readonly marketplaces: MarketplaceSource };

/**
 * Opens a case for units of a returned line. A repeated request answers the same link.
 * @throws AppError `unknown_disposition`, `unknown_line`, `several_lines`, `more_than_shipped`, `client_id_reused`
 */
export async function createCase(deps: Dependencies, request: NewCase): Promise<UploadCode> {
  const { db, topics, links, marketplaces } = deps;
  const { actorId, clientId } = request;
  const marketplaceId = (await marketplaces.current())?.marketplaceId ?? DEFAULT_MARKETPLACE;
  const { code, lineId, isRepeat } = await db.transaction().execute(async (tx) => {
    const line = await requireLine(tx, request);
    const disposition = await requireDisposition(tx, request.dispositionId);
    const decided = await recordDecision(tx, { ...request, removalShipmentId: line.id }, ID_REUSED, (decisionId) =>
      insertFor(tx, { request, line, decisionId, marketplaceId, disposition, now: deps.clock.now() }),
    );
    const caseId = await findCaseOfDecision(tx, decided.answer);
    return { code: await mintCaseCode(tx, links, { caseId, actorId, from: clientId }), lineId: line.id, isRepeat: decided.isRepeat };
  });
  if (!isRepeat) {
    topics.publish(casesTopic, { caseId: code.caseId, change: 'CREATED' });
    topics.publish(returnsTopic, { change: 'GRADED', removalShipment: lineId });
  }
  return code;
}

interface CaseFor {
  readonly request: NewCase;
  readonly line: ReturnedLine;
  readonly decisionId: number;
  readonly marketplaceId: string;
  readonly disposition: string;
  readonly now: Date;
}

async function insertFor(tx: Database, { request, line, decisionId, marketplaceId, disposition, now }: CaseFor): Promise<void> {
  const { quantity, row, trackingNumber, actorId } = request;
  // Without a recorded receipt of the box, the clock starts today. A person can correct it in the claim.
  const startsOn = line.arrived_on ?? claimDay(now);
  const caseId = await insertCase(tx, {
    decisionId,
    line,
    quantity,
    trackingNumber: line.tracking_number,
    itemName: line.title ?? textIn(row, 'item_name', 500) ?? null,
    asin: line.asin ?? textIn(row, 'asin1', 20) ?? null,
    lpn: textIn(row, 'lpn', LPN_MAX_LENGTH) ?? lpnIn(trackingNumber) ?? null,
    marketplaceId,
    claimType: USUAL_CLAIM,
    clock: claimClock(startsOn, await findWindow(tx, marketplaceId, USUAL_CLAIM)),
    expectedAmount: expectedDollars(line.cost, quantity),
    actorId,
    now,
  });
  if (caseId === undefined) throw new Error('The new disposition decision already has a case');
  const units = counted(quantity, 'unit');
  await insertEvent(tx, { caseId, kind: 'CREATED', detail: `Case opened for ${units}: ${disposition}`, actorId, at: now });
}

/** @returns the name of the disposition */
async function requireDisposition(tx: Database, id: number): Promise<string> {
  const disposition = await findDisposition(tx, id);
  if (disposition === undefined || disposition.displayOrder <= LAST_LABEL_DISPLAY_ORDER) {
    throw new AppError('invalid_input', CASE_MESSAGES.notCreated, { reason: 'unknown_disposition' });
  }
  return disposition.name;
}

/** @returns the line, with the scanned one of its tracking numbers, or the first one for the LPN of a unit */
async function requireLine(tx: Database, { row, trackingNumber }: NewCase): Promise<ReturnedLine> {
  const id = Number(row.removal_shipment);
  const trackingNumbers = trackingCandidates(trackingNumber);
  const isChosen = Number.isSafeInteger(id) && id > 0;
  const line = isChosen ? await findLine(tx, id) : oneProduct(await listLinesByCodes(tx, { trackingNumbers, ...codesIn(row) }));
  // Under the LPN of a unit, the look-up answers the lines to which it may belong, and the client sends the LPN with the chosen one.
  const isUnitOfLine = isChosen && lpnIn(trackingNumber) !== undefined;
  const scanned = line?.tracking_numbers.find((number) => trackingNumbers.includes(number));
  const ofBox = scanned ?? (trackingNumbers.length === 0 ? line?.tracking_number : isUnitOfLine ? line?.tracking_numbers[0] : undefined);
  if (line === undefined || ofBox === undefined)
    throw new AppError('not_found', `No returned item was found under the tracking number "${trackingNumber}"`, { reason: 'unknown_line' });
  return { ...line, tracking_number: ofBox };
}

/** @returns the newest line */
function oneProduct(lines: readonly ReturnedLine[]): ReturnedLine | undefined {
  const [first] = lines;
  if (lines.some(({ seller_sku, fnsku }) => seller_sku !== first?.seller_sku || fnsku !== first.fnsku)) {
    throw new AppError('conflict', 'Several items came under this tracking number: send the tracking row of one of them as data', { reason: 'several_lines' });
  }
  return first;
}

function codesIn(row: NewCase['row']) {
  return { orderId: textIn(row, 'order_id'), sku: textIn(row, 'sku'), fnsku: textIn(row, 'fnsku'), disposition: textIn(row, 'disposition') };
}

/** @param maxLength longer texts are cut, because the row comes from the client */
function textIn(row: NewCase['row'], key: string, maxLength?: number): string | undefined {
  const value = row[key];
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, maxLength) : undefined;
}

function lpnIn(trackingNumber: string): string | undefined {
  const code = normalizeCode(trackingNumber);
  return isLpn(code) ? code.slice(0, LPN_MAX_LENGTH) : undefined;
}
