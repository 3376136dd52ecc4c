import { counted } from '@stowage/contract/formats/text/counted';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { notify } from '../../notifications/index.ts';
import type { StockWorker } from '../stock-worker.rules.ts';
import { type Count, setHold, setState } from './count.repository.ts';
import { needsApproval } from './count.rules.ts';
import { countRemainingAsMissing, countUncounted } from './count-line.repository.ts';
import { summarizeLines } from './count-page.read-model.ts';

/** Ends the counting of a locked count and notifies approvers of large differences. @throws AppError `not_all_counted` */
export async function submitCount(tx: DatabaseTransaction, { id, state, round }: Count, { userId }: StockWorker, isRestMissing: boolean): Promise<void> {
  const rest = await countUncounted(tx, id);
  if (rest > 0 && !isRestMissing) {
    const message = `${counted(rest, 'line is', 'lines are')} not counted yet`;
    throw new AppError('rule_violated', message, { reason: 'not_all_counted', details: { rest } });
  }
  await countRemainingAsMissing(tx, id);
  await setHold(tx, id, undefined);
  await setState(tx, id, state === 'RECOUNT' ? 'REVIEW' : 'SUBMITTED');

  const summary = await summarizeLines(tx, id);
  if (!needsApproval(summary)) return;
  const { differences } = summary;
  await notify(tx, {
    kind: 'count-variance',
    except: userId,
    title: `Count ${id} has differences in ${counted(differences, 'line')}`,
    record: { kind: 'count', id },
    path: `/counts/${id}`,
    key: `count-variance ${id} ${round}`,
  });
}
