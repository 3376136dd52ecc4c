import type { SeparatedDuties } from '@stowage/contract/identity/roles';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { lockSeparatedDuties } from './separated-duties.repository.ts';

const REFUSALS: Record<keyof SeparatedDuties, string> = {
  invoices: 'You entered or changed this invoice, so another person has to approve and pay it',
  credits: 'You created this credit, so another person has to mark it as received',
  prices: 'You started the job that changes this price, so another person has to decide about it',
};

/**
 * Refuses the second step of a duty to the people who did the first, if the duty is separated.
 * @throws AppError `rule_violated` with `separated_duties`
 */
export async function requireOtherPerson(
  tx: DatabaseTransaction,
  duty: keyof SeparatedDuties,
  actorId: number,
  doneBy: readonly (number | null)[],
): Promise<void> {
  if (!doneBy.includes(actorId)) return;
  if ((await lockSeparatedDuties(tx))[duty]) throw new AppError('rule_violated', REFUSALS[duty], { reason: 'separated_duties' });
}
