import { parseAmountCents } from '@stowage/contract/formats/amounts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import type { CaseDependencies } from '../case-dependencies.ts';
import { type LockedCase, type MarketplaceData, setMarketplaceData } from './case.repository.ts';
import { type Author, changeCase, requireUnchanged } from './case-change.ts';
import { insertEvent } from './case-event.repository.ts';

/** undefined leaves a field as it is. */
export type EnteredMarketplaceData = { readonly [K in keyof MarketplaceData]?: MarketplaceData[K] | undefined };

const FIELD_NAMES: Readonly<Record<keyof MarketplaceData, string>> = {
  lpn: 'LPN',
  removalOrderId: 'Removal Order ID',
  amazonCaseId: 'Amazon Case ID',
  reimbursementId: 'Reimbursement ID',
  amazonReimbursementAmount: 'Amazon Stated Reimbursement Amount',
};
const FIELDS = Object.keys(FIELD_NAMES) as (keyof MarketplaceData)[];

interface Edit {
  readonly entered: EnteredMarketplaceData;
  /** The values that the person saw. */
  readonly was: EnteredMarketplaceData | undefined;
}

/** @throws AppError `changed_meanwhile` */
export async function saveMarketplaceData(deps: CaseDependencies, caseId: number, { entered, was }: Edit, actorId: number): Promise<void> {
  await changeCase(deps, { caseId, change: 'DATA' }, (tx, locked) => {
    requireUnchanged({ ...merge(locked, {}) }, { entered: { ...entered }, was: was && { ...was } });
    return updateMarketplaceData(tx, locked, entered, { actorId, now: deps.clock.now() });
  });
}

/** Updates the entered fields and records which of them changed. Without the paid dollars, they are the number in the entered amount. */
export async function updateMarketplaceData(
  tx: DatabaseTransaction,
  locked: LockedCase,
  { paidAmount, ...entered }: EnteredMarketplaceData & { readonly paidAmount?: string | null },
  { actorId, now }: Author,
): Promise<void> {
  const data = merge(locked, entered);
  const changed = FIELDS.filter((field) => data[field] !== locked[field]);
  if (changed.length === 0) return;
  // The amount of several currencies is known, but can't be read from its text again.
  const isAmountEntered = changed.includes('amazonReimbursementAmount');
  await setMarketplaceData(tx, locked.id, data, { ...(isAmountEntered && { paidAmount: paidAmount === undefined ? readDollars(data) : paidAmount }), now });
  const detail = changed.map((field) => `${FIELD_NAMES[field]} from ${locked[field] ?? 'nothing'} to ${data[field] ?? 'nothing'}`).join('; ');
  await insertEvent(tx, { caseId: locked.id, kind: 'DATA', detail, actorId, at: now });
}

function readDollars({ amazonReimbursementAmount }: MarketplaceData): string | null {
  const cents = parseAmountCents(amazonReimbursementAmount);
  return cents === undefined ? null : (cents / 100).toFixed(2);
}

/** An entered empty text clears its field. */
function merge(locked: LockedCase, entered: EnteredMarketplaceData): MarketplaceData {
  const values = FIELDS.map((field) => [field, entered[field] === undefined ? locked[field] : entered[field] || null]);
  return Object.fromEntries(values) as MarketplaceData;
}
