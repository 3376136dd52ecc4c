import { CASE_MESSAGES, casesTopic, type UploadCode } from '@stowage/contract/cases/cases';
import { DEFAULT_MARKETPLACE } from '@stowage/contract/cases/claim-windows';
import { trackingCandidates } from '@stowage/contract/orders/tracking-numbers';
import { LAST_LABEL_DISPLAY_ORDER } from '@stowage/contract/returns/dispositions';
import { returnsTopic } from '@stowage/contract/returns/returns';
import type { MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, DatabasePool } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import type { LinkService } from '../../photos/index.ts';
import { insertDecision } from '../../returns/index.ts';
import { claimClock, expectedDollars, USUAL_CLAIM } from '../claims/claim.rules.ts';
import { findWindow } from '../claims/claim-window.repository.ts';
import { mintCaseCode } from '../photos/case-code.ts';
import { findCaseOfGrade, findDisposition, type GradedAs, insertCase } from './case.repository.ts';
import { insertEvent } from './case-event.repository.ts';
import { findLine, findLineByCodes, type ReturnedLine } from './returned-line.read-model.ts';

interface Wanted {
  readonly dispositionId: number;
  readonly quantity: number;
  readonly trackingNumber: string;
  /** The tracking row, as the client has it. */
  readonly row: Readonly<Record<string, unknown>>;
  readonly clientId: string | undefined;
  readonly actorId: number;
}

export interface CaseCreationService {
  /** Opens a case for units of a line. @throws AppError `unknown_disposition`, `unknown_line`, `more_than_shipped`, `client_id_reused` */
  create(wanted: Wanted): Promise<UploadCode>;
}

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly topics: Topics;
  readonly links: LinkService;
  readonly marketplaces: MarketplaceSource;
}

export function createCaseCreationService(deps: Dependencies): CaseCreationService {
  const { db, topics, links, marketplaces } = deps;
  return {
    async create(wanted) {
      const marketplaceId = (await marketplaces.current())?.marketplaceId ?? DEFAULT_MARKETPLACE;
      const { code, lineId, isNew } = await db.transaction().execute(async (tx) => {
        const line = await requireLine(tx, wanted);
        const disposition = await requireDisposition(tx, wanted.dispositionId);
        const { decisionId: gradeId, isRepeated: isRepeat } = await insertDecision(tx, { ...wanted, removalShipmentId: line.id });
        const caseId = isRepeat
          ? await repeated(tx, gradeId, { ...wanted, lineId: line.id })
          : await insertFor(tx, deps, { wanted, line, gradeId, marketplaceId, disposition });
        const code = await mintCaseCode(tx, links, { caseId, actorId: wanted.actorId, from: wanted.clientId });
        return { code, lineId: line.id, isNew: !isRepeat };
      });
      if (isNew) {
        topics.publish(casesTopic, { caseId: code.caseId, change: 'CREATED' });
        topics.publish(returnsTopic, { change: 'GRADED', removalShipment: lineId });
      }
      return code;
    },
  };
}

interface Found {
  readonly wanted: Wanted;
  readonly line: ReturnedLine;
  readonly gradeId: number;
  readonly marketplaceId: string;
  readonly disposition: string;
}

async function insertFor(tx: Database, { clock }: Dependencies, { wanted, line, gradeId, marketplaceId, disposition }: Found): Promise<number> {
  const { quantity, row, actorId } = wanted;
  const now = clock.now();
  // Where nobody said when the box came, it is here today at the latest; whoever knows better says so in the claim.
  const startsOn = line.arrived_on ?? now.toISOString().slice(0, 10);
  const caseId = await insertCase(tx, {
    gradeId,
    line,
    quantity,
    trackingNumber: line.tracking_number,
    itemName: line.title ?? textIn(row, 'item_name') ?? null,
    asin: line.asin ?? textIn(row, 'asin1') ?? null,
    lpn: textIn(row, 'lpn') ?? null,
    marketplaceId,
    claimType: USUAL_CLAIM,
    clock: claimClock(startsOn, await findWindow(tx, marketplaceId, USUAL_CLAIM)),
    expectedAmount: expectedDollars(line.cost, quantity),
    actorId,
    now,
  });
  if (caseId === undefined) throw new Error('A new grade has no case');
  const units = quantity === 1 ? '1 unit' : `${quantity.toLocaleString('en')} units`;
  await insertEvent(tx, { caseId, kind: 'CREATED', detail: `Case opened for ${units}: ${disposition}`, actorId, at: now });
  return caseId;
}

/** @returns the case that this very call has opened before */
async function repeated(tx: Database, gradeId: number, wanted: GradedAs): Promise<number> {
  const caseId = await findCaseOfGrade(tx, gradeId, wanted);
  if (caseId === undefined) throw new AppError('conflict', 'This client id stands for another decision', { reason: 'client_id_reused' });
  return caseId;
}

/** @returns its name */
async function requireDisposition(tx: Database, id: number): Promise<string> {
  const disposition = await findDisposition(tx, id);
  if (disposition === undefined || disposition.displayOrder <= LAST_LABEL_DISPLAY_ORDER) {
    throw new AppError('invalid_input', CASE_MESSAGES.notCreated, { reason: 'unknown_disposition' });
  }
  return disposition.name;
}

/** @returns the line, under that of its tracking numbers which was scanned */
async function requireLine(tx: Database, { row, trackingNumber }: Wanted): Promise<ReturnedLine> {
  const id = Number(row.removal_shipment);
  const trackingNumbers = trackingCandidates(trackingNumber);
  const line = Number.isSafeInteger(id) && id > 0 ? await findLine(tx, id) : await findLineByCodes(tx, { trackingNumbers, ...codesIn(row) });
  const ofBox = trackingNumbers.length === 0 ? line?.tracking_number : line?.tracking_numbers.find((number) => trackingNumbers.includes(number));
  if (line === undefined || ofBox === undefined)
    throw new AppError('not_found', `No returned item was found under the tracking number "${trackingNumber}"`, { reason: 'unknown_line' });
  return { ...line, tracking_number: ofBox };
}

function codesIn(row: Wanted['row']) {
  return { orderId: textIn(row, 'order_id'), sku: textIn(row, 'sku'), fnsku: textIn(row, 'fnsku'), disposition: textIn(row, 'disposition') };
}

function textIn(row: Wanted['row'], key: string): string | undefined {
  const value = row[key];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
