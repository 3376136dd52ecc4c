import type { Context } from '../../../platform/context.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { type LedgerKey, sealLedger } from './ledger-seal.service.ts';

/** Seals the ledger every minute. The log has the newest hash, so that a ledger that is cut later can be noticed. */
export function sealLedgerTask({ logger, ...deps }: LedgerKey & Pick<Context, 'clock' | 'logger'>): Task {
  return {
    name: 'seal-ledger',
    cron: '* * * * *',
    async run(_, signal) {
      const { added, last } = await sealLedger(deps, signal);
      if (added > 0) logger.info({ added, position: last?.position, movement: last?.lastId, hash: last?.hash.toString('hex') }, 'the ledger was sealed');
    },
  };
}
