import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import type { Config } from '../config/config.ts';
import type { ConnectionService } from '../features/connection/index.ts';
import { findCredentials } from '../features/connection/internals.ts';
import { turnOnUndecided } from '../features/pricing/index.ts';
import type { Task } from '../platform/jobs/task.ts';
import { demoCatalog } from './catalog.ts';
import { demoRoutes } from './demo.routes.ts';
import { seedDemoData } from './demo-data.ts';
import { seedDemoInvoices } from './demo-invoices.ts';
import { startDemoMarketplace } from './demo-marketplace.ts';
import { seedDemoOrders } from './demo-orders.ts';
import { analyzeTables, isDemoRemoved } from './demo-state.repository.ts';
import { demoCrewTask } from './packing/demo-crew.task.ts';
import { demoPackingTask } from './packing/demo-packing.task.ts';
import { demoOrders } from './purchase-orders.ts';
import { removeDemoFilesTask } from './removal/remove-demo-files.ts';
import { STORY } from './story/index.ts';
import { demoStoryTask } from './story/story.task.ts';

export { findDemoAccount } from './demo-marketplace.ts';
export { hasDemoData, isDemoRemoved } from './demo-state.repository.ts';
export { refuseRealAccountOnDemoData } from './real-account.ts';
export { removeDemo } from './removal/remove-demo.ts';

/** The calls and the task that remove the demo, also where the demo is off. */
export const createDemo = (deps: Pick<AppContext, 'db' | 'owner' | 'openFiles'>) => ({
  routes: (app: FastifyInstance) => demoRoutes(app, deps),
  tasks: [removeDemoFilesTask(deps)],
});

interface Options {
  readonly config: Pick<Config, 'seed' | 'demoStory'>;
  readonly context: AppContext;
  readonly dataFolder: string;
  readonly say: (line: string) => void;
}

export interface Demo {
  /** @param marketplaces says whether the connected account is the simulator; with any other one the demo does nothing */
  createTasks(marketplaces: ConnectionService): readonly Task[];
  stop(): void;
}

async function seedDemo(seed: number, { db, owner, connection, clock, topics }: AppContext, say: Options['say']): Promise<void> {
  // Made once: it takes a tenth of a warm start.
  const catalog = demoCatalog(seed);
  const demo = { db, seed, catalog, orders: demoOrders(catalog), now: clock.now() };
  if (await seedDemoData({ ...demo, say })) await analyzeTables(owner.db);
  await seedDemoOrders({ ...demo, connection, topics });
  await seedDemoInvoices({ ...demo, connection, clock, topics });
  await db.transaction().execute(turnOnUndecided);
}

/**
 * Creates the demo seller's data in an empty installation, and starts the simulated marketplace and the demo's own tasks.
 * @returns undefined when a person removed the demo
 */
export async function startDemo({ config, context, dataFolder, say }: Options): Promise<Demo | undefined> {
  const { db, clock, topics, logger, bus } = context;
  const { seed } = config;
  if (await isDemoRemoved(db)) return undefined;
  if ((await findCredentials(db)) !== undefined) {
    throw new Error('An administrator has entered a real marketplace account, and the demo ships orders by itself. Start with STOWAGE_DEMO=off');
  }
  // The marketplace starts in a process of its own meanwhile. It ends with this one.
  const [marketplace] = await Promise.all([startDemoMarketplace({ seed, dataFolder, logger, rejectsSome: config.demoStory }), seedDemo(seed, context, say)]);
  bus.onGap(
    () =>
      void isDemoRemoved(db).then(
        (isRemoved) => isRemoved && marketplace.stop(),
        () => {},
      ),
  );
  return {
    createTasks(marketplaces) {
      const isSimulator = async () => (await marketplaces.state()).source === 'SIMULATOR';
      const packing = demoPackingTask({ db, clock, topics, isSimulator });
      if (!config.demoStory) return [packing];
      return [packing, demoCrewTask({ db, clock, topics, isSimulator }), demoStoryTask({ ...context, seed, marketplaces, isSimulator, steps: STORY })];
    },
    stop: marketplace.stop,
  };
}
