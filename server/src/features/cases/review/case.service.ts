import { isSectionDone } from '@stowage/contract/cases/case-shots';
import type { CaseStatus } from '@stowage/contract/cases/case-statuses';
import { type CaseDetail, CLAIM_TYPES, type ClaimType, type UploadCode } from '@stowage/contract/cases/cases';
import { parseAmountCents } from '@stowage/contract/formats/amounts';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { isActiveUser } from '../../identity/index.ts';
import type { LinkService, PhotoAddresses } from '../../photos/index.ts';
import { claimClock } from '../claims/claim.rules.ts';
import { findWindow } from '../claims/claim-window.repository.ts';
import { decide, type Payment } from '../claims/reimbursement-match.repository.ts';
import { mintCaseCode } from '../photos/case-code.ts';
import { type LockedCase, type MarketplaceSide, setClaim, setMarketplaceSide } from './case.repository.ts';
import { changeCase, found, moveTo, requireUnchanged } from './case-change.service.ts';
import { findCase } from './case-detail.read-model.ts';
import { insertEvent } from './case-event.repository.ts';

/** undefined leaves what is there. */
export type EnteredSide = { readonly [K in keyof MarketplaceSide]: string | null | undefined };

/** The same, as the form's fields are called. */
type EnteredForm = { readonly [K in Exclude<keyof MarketplaceSide, 'amount'> | 'amazonReimbursementAmount']?: string | null | undefined };

/** undefined leaves what is there. */
interface EnteredClaim {
  readonly type?: ClaimType | undefined;
  readonly clockStartsOn?: string | undefined;
  readonly expectedAmount?: number | null | undefined;
  readonly ownerId?: number | null | undefined;
  readonly problemDescription?: string | undefined;
}

/** What people do with a case at a desk. Each answers the case as it is then. */
export interface CaseService {
  get(id: number): Promise<CaseDetail>;
  /** @param was what whoever entered it saw @throws AppError `changed_meanwhile` */
  saveMarketplaceSide(id: number, form: { entered: EnteredForm; was: EnteredForm | undefined }, actorId: number): Promise<CaseDetail>;
  setStatus(id: number, move: { status: CaseStatus; reason: string | undefined }, actorId: number): Promise<CaseDetail>;
  /** @param was what whoever entered it saw @throws AppError `changed_meanwhile` */
  saveClaim(id: number, form: { claim: EnteredClaim; was: EnteredClaim | undefined }, actorId: number): Promise<CaseDetail>;
  /** @throws AppError `already_decided` */
  decide(id: number, proposalId: number, isAccepted: boolean, actorId: number): Promise<CaseDetail>;
  /** @throws AppError `nothing_missing` */
  mintCode(id: number, isMissingOnly: boolean, actorId: number): Promise<UploadCode>;
}

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly topics: Topics;
  readonly links: LinkService;
  readonly addresses: PhotoAddresses;
}

const SIDE_NAMES: Readonly<Record<keyof MarketplaceSide, string>> = {
  lpn: 'LPN',
  removalOrderId: 'Removal Order ID',
  amazonCaseId: 'Amazon Case ID',
  reimbursementId: 'Reimbursement ID',
  amount: 'Amazon Stated Reimbursement Amount',
};
const SIDE_KEYS = Object.keys(SIDE_NAMES) as (keyof MarketplaceSide)[];

export function createCaseService(deps: Dependencies): CaseService {
  const { db, clock, links, addresses } = deps;
  const get = async (id: number) => found(await findCase(db, id, { addresses, now: clock.now() }));
  return {
    get,

    async saveMarketplaceSide(id, { entered: form, was }, actorId) {
      const { lpn, removalOrderId, amazonCaseId, reimbursementId, amazonReimbursementAmount: amount } = form;
      const entered = { lpn, removalOrderId, amazonCaseId, reimbursementId, amount };
      await changeCase(deps, { caseId: id, change: 'DATA' }, (tx, locked) => {
        requireUnchanged(formOf(locked), { wanted: form, was });
        return enterSide(tx, locked, { entered, actorId, now: clock.now() });
      });
      return get(id);
    },

    async setStatus(id, { status, reason }, actorId) {
      await changeCase(deps, { caseId: id, change: 'STATUS' }, (tx, locked) => moveTo(tx, locked, { status, reason, actorId, now: clock.now() }));
      return get(id);
    },

    async saveClaim(id, { claim, was }, actorId) {
      await changeCase(deps, { caseId: id, change: 'CLAIM' }, (tx, locked) => {
        requireUnchanged(claimOf(locked), { wanted: { ...claim }, was: was && { ...was } });
        return enterClaim(tx, locked, { claim: over(claimOf(locked), claim), actorId, now: clock.now() });
      });
      return get(id);
    },

    async decide(id, proposalId, isAccepted, actorId) {
      await changeCase(deps, { caseId: id, change: 'DATA' }, async (tx, locked) => {
        const now = clock.now();
        const payment = await decide(tx, { caseId: id, proposalId, isAccepted, actorId, now });
        if (payment === undefined) throw new AppError('conflict', 'Somebody has decided this already', { reason: 'already_decided' });
        const detail = `Reimbursement ${payment.reimbursementId} of ${payment.amount} ${payment.currency} ${isAccepted ? 'taken' : 'is not for this case'}`;
        await insertEvent(tx, { caseId: id, kind: 'DECIDED', detail, actorId, at: now });
        if (!isAccepted) return;
        await enterSide(tx, locked, { entered: sideOf(payment, locked), actorId, now });
        await moveTo(tx, locked, { status: 'Resolved-Inventory or Refund Processed', reason: 'the marketplace paid', actorId, now });
      });
      return get(id);
    },

    async mintCode(id, isMissingOnly, actorId) {
      const { sections } = await get(id);
      const missing = sections.filter((section) => section.required > 0 && !isSectionDone(section)).map(({ section }) => section);
      if (isMissingOnly && missing.length === 0) throw new AppError('rule_violated', 'No required photo is missing', { reason: 'nothing_missing' });
      return changeCase(deps, { caseId: id, change: 'LINK' }, async (tx) => {
        const detail = isMissingOnly ? 'New code for the missing photos' : 'New code for photos';
        await insertEvent(tx, { caseId: id, kind: 'LINK', detail, actorId, at: clock.now() });
        return mintCaseCode(tx, links, { caseId: id, actorId, ...(isMissingOnly && { sections: missing }) });
      });
    },
  };
}

function formOf({ lpn, removalOrderId, amazonCaseId, reimbursementId, amount }: LockedCase): EnteredForm {
  return { lpn, removalOrderId, amazonCaseId, reimbursementId, amazonReimbursementAmount: amount };
}

function claimOf(locked: LockedCase) {
  const { claimType: type, clockStartsOn, expectedAmount, ownerId, problemDescription } = locked;
  return {
    type,
    clockStartsOn,
    expectedAmount: expectedAmount === null ? null : Number(expectedAmount),
    ownerId,
    problemDescription: problemDescription ?? '',
  };
}

type Transaction = Parameters<typeof setMarketplaceSide>[0];

async function enterSide(tx: Transaction, locked: LockedCase, { entered, actorId, now }: { entered: EnteredSide; actorId: number; now: Date }): Promise<void> {
  const side = Object.fromEntries(SIDE_KEYS.map((key) => [key, entered[key] === undefined ? locked[key] : entered[key] || null])) as unknown as MarketplaceSide;
  const changed = SIDE_KEYS.filter((key) => side[key] !== locked[key]);
  if (changed.length === 0) return;
  const cents = parseAmountCents(side.amount);
  await setMarketplaceSide(tx, locked.id, side, { paidAmount: cents === undefined ? null : (cents / 100).toFixed(2), now });
  const detail = changed.map((key) => `${SIDE_NAMES[key]} from ${locked[key] ?? 'nothing'} to ${side[key] ?? 'nothing'}`).join('; ');
  await insertEvent(tx, { caseId: locked.id, kind: 'DATA', detail, actorId, at: now });
}

/** What a payment says, beside what is there: several may be for one case. */
function sideOf({ reimbursementId, amount, currency, total }: Payment, locked: LockedCase): EnteredSide {
  const others = (locked.reimbursementId ?? '').split(/\s*,\s*/).filter((id) => id !== '' && id !== reimbursementId);
  return {
    lpn: undefined,
    removalOrderId: undefined,
    amazonCaseId: undefined,
    reimbursementId: [...others, reimbursementId].join(', '),
    amount: `${total ?? amount} ${currency}`,
  };
}

function over(kept: Claim, entered: EnteredClaim): Claim {
  return { ...kept, ...Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== undefined)) };
}

type Claim = ReturnType<typeof claimOf>;

async function enterClaim(tx: Transaction, locked: LockedCase, { claim, actorId, now }: { claim: Claim; actorId: number; now: Date }): Promise<void> {
  const { type: claimType, clockStartsOn, ownerId } = claim;
  if (ownerId !== null && ownerId !== locked.ownerId && !(await isActiveUser(tx, ownerId))) {
    throw new AppError('invalid_input', 'There is no such person', { reason: 'unknown_person' });
  }
  const times = claimClock(clockStartsOn, await findWindow(tx, locked.marketplaceId, claimType));
  const expectedAmount = claim.expectedAmount === null ? null : claim.expectedAmount.toFixed(2);
  const problemDescription = claim.problemDescription || null;
  const changes = [
    claimType !== locked.claimType && `claim type ${CLAIM_TYPES[claimType]}`,
    clockStartsOn !== locked.clockStartsOn && `clock starts on ${clockStartsOn}`,
    times.dueOn !== locked.dueOn && `due on ${times.dueOn}`,
    expectedAmount !== locked.expectedAmount && `expected ${expectedAmount ?? 'unknown'}`,
    ownerId !== locked.ownerId && 'owner changed',
    problemDescription !== locked.problemDescription && 'problem described',
  ].filter((change) => change !== false);
  if (changes.length === 0) return;
  await setClaim(tx, locked.id, { claimType, clock: times, expectedAmount, ownerId, problemDescription, now });
  await insertEvent(tx, { caseId: locked.id, kind: 'CLAIM', detail: `Claim: ${changes.join(', ')}`, actorId, at: now });
}
