import { DAY_MS } from '@stowage/contract/formats/durations';
import * as z from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { type ChainKey, extendChain } from './audit-chain.service.ts';
import { deleteRefusedCallsBefore } from './refused-call.repository.ts';

const RETENTION_MS = 366 * DAY_MS;
const payload = z.object({}).loose();

/** Extends the hash chain every minute. The log has the newest hash, so that a chain that is cut later can be noticed. */
export function chainAuditEntriesTask({ logger, ...key }: ChainKey & Pick<Context, 'logger'>): Task {
  return {
    ...{ name: 'chain-audit-entries', payload, cron: '* * * * *' },
    async run(_, signal) {
      const { added, last } = await extendChain(key, signal);
      if (added > 0) logger.info({ added, position: last?.position, hash: last?.hash.toString('hex') }, 'audit entries were chained');
    },
  };
}

export function purgeRefusedCallsTask({ db, clock }: Pick<Context, 'db' | 'clock'>): Task {
  return {
    ...{ name: 'purge-refused-calls', payload, cron: '25 3 * * *' },
    run: () => deleteRefusedCallsBefore(db, new Date(clock.now().getTime() - RETENTION_MS)),
  };
}
