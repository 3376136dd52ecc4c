import type { Kysely } from 'kysely';
import { findUserByEmail } from '../../features/identity/internals.ts';
import { enterShipment, startOrder } from '../../features/orders/index.ts';
import { listOrderPage } from '../../features/orders/internals.ts';
import type { Context } from '../../platform/context.ts';
import type { DB } from '../../platform/database/schema.generated.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { DEMO_STAFF } from '../catalog.ts';
import { hasStarted } from './demo-packing.repository.ts';
import { packUnits } from './pack-units.ts';

interface Dependencies extends Pick<Context, 'clock' | 'topics'> {
  readonly db: Kysely<DB>;
  /** Whether the connected marketplace account is the simulator. */
  readonly isSimulator: () => Promise<boolean>;
}

const CANDIDATES = 50;
/** A mistyped number, which the marketplace refuses. */
const MISTYPED = '9400 1112 0255';

/**
 * Works on some of the demo's orders as people would, once the first ones are imported: one is shipped and waits for its
 * carrier, one is refused by the marketplace, and one is started. The started order marks the end, so that the next run
 * continues an interrupted one.
 */
export function demoPackingTask({ db, clock, topics, isSimulator }: Dependencies): Task {
  return {
    name: 'demo-packing',
    cron: '* * * * *',
    run: async () => {
      // An administrator may have entered a real account since the start: no order of it is touched.
      if (!(await isSimulator())) return;
      const [packer, other] = await Promise.all(DEMO_STAFF.slice(0, 2).map(({ email }) => findUserByEmail(db, email)));
      // The installation is not the demo's, or the task is done.
      if (packer === undefined || other === undefined || (await hasStarted(db, other.id))) return;
      const { rows } = await listOrderPage(db, { stage: 'TO_SHIP' }, { after: undefined, limit: CANDIDATES });
      const free = rows.filter((order) => order.started_by === null && !order.is_cancel_open && order.order_status === 'Unshipped' && order.waiting === 0);
      // Late orders stay late.
      const [shipped, refused, started] = free.filter(({ ship_by }) => ship_by !== null && Date.parse(`${ship_by}Z`) > clock.now().getTime());
      if (shipped === undefined || refused === undefined || started === undefined) return;
      const deps = { db, clock, topics };
      await packUnits(deps, shipped, packer);
      await packUnits(deps, refused, packer);
      const mistyped = {
        carrierCode: 'USPS',
        carrierName: '',
        shippingMethod: 'Ground Advantage',
        trackingNumber: MISTYPED,
        timeZone: 'UTC',
        sharesTrackingNumber: false,
      };
      await enterShipment(deps, { orderId: refused.order_id, entered: mistyped, packer });
      await startOrder(deps, started.order_id, other, false);
    },
  };
}
