import { HOUR_MS } from '@stowage/contract/formats/durations';
import { enterShipment } from '../../features/orders/index.ts';
import { listOrderPage } from '../../features/orders/internals.ts';
import type { Context } from '../../platform/context.ts';
import type { DatabasePool } from '../../platform/database/connection/connect.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { listStaff } from '../story/story.repository.ts';
import { clockAt } from '../story/story-step.ts';
import { trackingNumberFor } from './demo-packing.repository.ts';
import { packUnits } from './pack-units.ts';

interface Dependencies extends Pick<Context, 'clock' | 'topics'> {
  readonly db: DatabasePool;
  readonly isSimulator: () => Promise<boolean>;
}

/** The crew ships orders that are due within this time. */
const AHEAD_MS = 3 * HOUR_MS;
const CANDIDATES = 100;
const EACH_TIME = 4;

/**
 * The demo's people ship the orders that become due, so that the demo does not look frozen after a week. Orders that were due
 * while the demo was stopped count as shipped in time, except one a month; orders that a visitor started are left alone.
 */
export function demoCrewTask({ db, clock, topics, isSimulator }: Dependencies): Task {
  return {
    name: 'demo-crew',
    cron: '* * * * *',
    run: async (_, stopping) => {
      if (!(await isSimulator())) return;
      const staff = await listStaff(db);
      const until = clock.now().getTime() + AHEAD_MS;
      const { rows } = await listOrderPage(db, { stage: 'TO_SHIP' }, { after: undefined, limit: CANDIDATES });
      const due = rows.filter(({ ship_by }) => ship_by !== null && Date.parse(`${ship_by}Z`) < until);
      const free = due.filter((order) => order.started_by === null && !order.is_cancel_open && order.order_status === 'Unshipped' && order.waiting === 0);
      for (const order of free.slice(1, 1 + EACH_TIME)) {
        if (stopping.aborted) return;
        const packer = staff[Number(order.order_id.slice(-2)) % staff.length];
        const dueAt = Date.parse(`${order.ship_by}Z`);
        const shippedAt = new Date(Math.min(clock.now().getTime(), dueAt - HOUR_MS));
        if (packer !== undefined) await ship({ db, topics, clock: clockAt(shippedAt) }, order, packer);
      }
    },
  };
}

type Order = Awaited<ReturnType<typeof listOrderPage>>['rows'][number];

async function ship(deps: Pick<Dependencies, 'db' | 'topics' | 'clock'>, order: Order, packer: { id: number; name: string }) {
  const orderId = order.order_id;
  await packUnits(deps, order, packer);
  const entered = {
    ...{ carrierCode: 'USPS', carrierName: '', shippingMethod: 'Ground Advantage', trackingNumber: await trackingNumberFor(deps.db, orderId) },
    ...{ timeZone: 'UTC', sharesTrackingNumber: false },
  };
  await enterShipment(deps, { orderId, entered, packer });
}
