import { centsOf } from '@stowage/contract/formats/money';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { sumApplied } from '../credits/credit.repository.ts';

/** Checks that a locked invoice still meets the conditions of its applied credits. @throws AppError `wrong_state`, `other_vendor`, `too_much` */
export async function refuseBelowCredits(
  tx: DatabaseTransaction,
  id: number,
  { total, submit, isOneVendor }: { total: string; submit: boolean; isOneVendor: boolean },
): Promise<void> {
  const credited = await sumApplied(tx, id);
  if (centsOf(credited) === 0) return;
  const credits = `Credits of ${moneyText(credited)} are applied to this invoice`;
  const hint = 'Remove them from the invoice first';
  if (!submit) throw new AppError('conflict', `${credits}, so it can’t become a draft. ${hint}`, { reason: 'wrong_state' });
  if (!isOneVendor) {
    throw new AppError('rule_violated', `${credits}, so its vendor can’t change. ${hint}`, { reason: 'other_vendor' });
  }
  if (centsOf(credited) > centsOf(total)) {
    throw new AppError('rule_violated', `${credits}, more than its new total. ${hint}`, { reason: 'too_much' });
  }
}
