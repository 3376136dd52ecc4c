import type { AppContext } from '../app-context.ts';
import { findCredentials } from '../features/connection/internals.ts';
import type { Config } from '../platform/config.ts';
import type { Task } from '../platform/jobs/task.ts';
import { seedDemoData } from './demo-data.ts';
import { seedDemoInvoices } from './demo-invoices.ts';
import { startDemoMarketplace } from './demo-marketplace.ts';
import { seedDemoOrders } from './demo-orders.ts';
import { demoPackingTask } from './demo-packing.task.ts';

export { findDemoAccount } from './demo-marketplace.ts';
export { hasDemoData, refuseRealAccountOnDemoData } from './real-account.ts';

interface Options {
  readonly config: Pick<Config, 'seed'>;
  readonly context: AppContext;
  readonly dataFolder: string;
  readonly say: (line: string) => void;
}

interface Demo {
  /** @param isSimulator whether the connected account is the simulator; with any other one the demo does nothing */
  createTasks(isSimulator: () => Promise<boolean>): readonly Task[];
  stop(): void;
}

/** Creates the demo seller's data in an empty installation, and starts the simulated marketplace and the demo's own tasks. */
export async function startDemo({ config, context, dataFolder, say }: Options): Promise<Demo> {
  const { db, clock, topics, logger } = context;
  const { seed } = config;
  if ((await findCredentials(db)) !== undefined) {
    throw new Error('An administrator has entered a real marketplace account, and the demo ships orders by itself. Start with STOWAGE_DEMO=off');
  }
  const demo = { db, seed, now: clock.now() };
  await seedDemoData({ ...demo, say });
  await seedDemoOrders({ ...demo, topics });
  await seedDemoInvoices({ ...demo, clock, topics });
  const marketplace = await startDemoMarketplace({ seed, dataFolder, logger });
  return { createTasks: (isSimulator) => [demoPackingTask({ db, clock, topics, isSimulator })], stop: marketplace.stop };
}
