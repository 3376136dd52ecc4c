import { FOLLOWING_JOBS } from '@stowage/contract/pricing/listing-jobs';
import * as z from 'zod';
import type { Job } from '../../jobs/index.ts';
import { SALES_JOB, type ShipmentSalesService } from './shipment-sales.service.ts';

const payload = z.object({});
const POLL_EVERY_MS = 60_000;

/** Checks once a minute whether the requested report is ready, and stores it. */
export function shipmentSalesJob(service: ShipmentSalesService): Job<typeof payload> {
  return {
    kind: SALES_JOB,
    title: FOLLOWING_JOBS[SALES_JOB],
    payload,
    run: async (_, { memory, remember, progress }) => {
      // No part is ready within a minute.
      if (memory.hasWaited !== true) {
        await remember({ hasWaited: true });
        return { againInMs: POLL_EVERY_MS };
      }
      const { message } = await service.retrieve();
      const report = await service.newest();
      const open = (report?.parts ?? []).filter(({ status }) => status === 'IN_QUEUE' || status === 'IN_PROGRESS').length;
      await progress({ message, done: (report?.parts.length ?? 0) - open, total: report?.parts.length ?? 0, counts: { rows: report?.rowCount ?? 0 } });
      return open === 0 ? undefined : { againInMs: POLL_EVERY_MS, hasProgressed: true };
    },
  };
}
