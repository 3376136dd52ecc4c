import type { saveClaim as endpoint } from '@stowage/contract/cases/case-detail';
import { CLAIM_TYPES } from '@stowage/contract/cases/cases';
import type { ParsedInputOf } from '@stowage/contract/endpoint';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { isActiveUser } from '../../identity/index.ts';
import type { CaseDependencies } from '../case-dependencies.ts';
import { claimClock } from '../claims/claim.rules.ts';
import { findWindow } from '../claims/claim-window.repository.ts';
import { type LockedCase, setClaim } from './case.repository.ts';
import { type Author, changeCase, requireUnchanged } from './case-change.ts';
import { insertEvent } from './case-event.repository.ts';

type Edit = ParsedInputOf<typeof endpoint>['body'];
type Claim = ReturnType<typeof claimOf>;

/** Saves the claim of a case and moves its deadline. @throws AppError `changed_meanwhile`, `unknown_person` */
export async function saveClaim(deps: CaseDependencies, caseId: number, { was, ...entered }: Edit, actorId: number): Promise<void> {
  await changeCase(deps, { caseId, change: 'CLAIM' }, (tx, locked) => {
    const current = claimOf(locked);
    requireUnchanged(current, { entered, was });
    const defined = Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== undefined));
    return updateClaim(tx, locked, { ...current, ...defined }, { actorId, now: deps.clock.now() });
  });
}

function claimOf({ claimType: type, clockStartsOn, expectedAmount, ownerId, problemDescription }: LockedCase) {
  return {
    type,
    clockStartsOn,
    expectedAmount: expectedAmount === null ? null : Number(expectedAmount),
    ownerId,
    problemDescription: problemDescription ?? '',
  };
}

/** Gives a locked case to a person. @returns whether it changed */
export async function setOwner(tx: DatabaseTransaction, locked: LockedCase, ownerId: number | null, author: Author): Promise<boolean> {
  if (ownerId === locked.ownerId) return false;
  await updateClaim(tx, locked, { ...claimOf(locked), ownerId }, author);
  return true;
}

async function updateClaim(tx: DatabaseTransaction, locked: LockedCase, claim: Claim, { actorId, now }: Author): Promise<void> {
  const { type: claimType, clockStartsOn, ownerId } = claim;
  if (ownerId !== null && ownerId !== locked.ownerId && !(await isActiveUser(tx, ownerId))) {
    throw new AppError('invalid_input', 'The owner is not an active user', { reason: 'unknown_person' });
  }
  const clock = claimClock(clockStartsOn, await findWindow(tx, locked.marketplaceId, claimType));
  const expectedAmount = claim.expectedAmount === null ? null : claim.expectedAmount.toFixed(2);
  const problemDescription = claim.problemDescription || null;
  const changes = [
    claimType !== locked.claimType && `claim type ${CLAIM_TYPES[claimType]}`,
    clockStartsOn !== locked.clockStartsOn && `clock starts on ${clockStartsOn}`,
    clock.dueOn !== locked.dueOn && `due on ${clock.dueOn}`,
    expectedAmount !== locked.expectedAmount && `expected ${expectedAmount ?? 'unknown'}`,
    ownerId !== locked.ownerId && 'owner changed',
    problemDescription !== locked.problemDescription && 'problem described',
  ].filter((change) => change !== false);
  if (changes.length === 0) return;
  await setClaim(tx, locked.id, { claimType, clock, expectedAmount, ownerId, problemDescription, now });
  await insertEvent(tx, { caseId: locked.id, kind: 'CLAIM', detail: `Claim: ${changes.join(', ')}`, actorId, at: now });
}
