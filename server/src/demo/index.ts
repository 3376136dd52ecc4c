import type { AppContext } from '../app-context.ts';
import type { Config } from '../platform/config.ts';
import type { Task } from '../platform/jobs/task.ts';
import { seedDemoData } from './demo-data.ts';
import { seedDemoInvoices } from './demo-invoices.ts';
import { startDemoMarketplace } from './demo-marketplace.ts';
import { seedDemoOrders } from './demo-orders.ts';
import { demoPackingTask } from './demo-packing.task.ts';

export { findDemoAccount } from './demo-marketplace.ts';

interface Options {
  readonly config: Pick<Config, 'seed' | 'marketplace'>;
  readonly context: AppContext;
  readonly dataFolder: string;
  readonly say: (line: string) => void;
}

interface Demo {
  readonly tasks: readonly Task[];
  stop(): void;
}

/** Creates the demo seller's data in an empty installation, and starts the simulated marketplace and the demo's own tasks. */
export async function startDemo({ config, context, dataFolder, say }: Options): Promise<Demo> {
  const { db, clock, topics, logger } = context;
  const { seed } = config;
  const demo = { db, seed, now: clock.now() };
  await seedDemoData({ ...demo, say });
  await seedDemoOrders({ ...demo, topics });
  await seedDemoInvoices({ ...demo, clock, topics });
  const marketplace = config.marketplace === undefined ? await startDemoMarketplace({ seed, dataFolder, logger }) : undefined;
  return { tasks: [demoPackingTask({ db, clock, topics })], stop: () => marketplace?.stop() };
}
