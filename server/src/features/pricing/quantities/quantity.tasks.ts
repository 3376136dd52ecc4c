import { utcDay } from '@stowage/contract/formats/day';
import { DAY_MS } from '@stowage/contract/formats/durations';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { ordersTopic } from '@stowage/contract/orders/orders';
import { DRIFT_RETENTION_DAYS } from '@stowage/contract/pricing/quantity-drift';
import type { MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseWatch } from '../../../platform/database/connection/watch.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { purgeDriftDays, recordDrift, recordOpenDrift } from './drift/quantity-drift.repository.ts';
import { checkAll } from './quantity-check.repository.ts';
import { openQuantityJob } from './quantity-job.service.ts';
import { findWork, forgetChecks, planDue } from './quantity-plan.repository.ts';
import { countDue, purgeAnswers, QUANTITY_TASK, queueSending } from './quantity-send.repository.ts';
import { sendDue } from './send-quantities.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics' | 'logger'> {
  readonly marketplaces: MarketplaceSource;
}

/** Changes that follow each other within this time are decided once. */
const COALESCE_MS = 150;
/** While many stations scan, deciding takes at most a twelfth of the time, so that it doesn't slow them. */
const DECIDE_AGAIN = 11;
const LONGEST_PAUSE_MS = 5_000;
/** How often it looks for causes that no message announced. */
const LOOK_MS = 1_000;
/** More due listings than this are sent in feeds. */
const MAX_PATCHES = 500;
/** As long as events of webhooks. */
const ANSWER_DAYS = 30;
/** Looks again for an account after this time. */
const NOT_CONNECTED_MS = 30_000;

export function quantityTasks(deps: Dependencies): readonly Task[] {
  const { db, clock, topics, marketplaces } = deps;
  let silentRuns = 0;
  return [
    {
      name: QUANTITY_TASK,
      isUrgent: true,
      async run(_, stopping) {
        const marketplace = await marketplaces.current();
        if (marketplace === undefined) return queueSending(db, NOT_CONNECTED_MS);
        if ((await countDue(db)) > MAX_PATCHES) await openQuantityJob(deps);
        const pause = await sendDue({ db, clock, topics, marketplace: marketplace.until(stopping, { isPatient: false }), stopping, silentRuns });
        silentRuns = pause?.isSilent ? silentRuns + 1 : 0;
        if (pause !== undefined) await queueSending(db, pause.againInMs);
      },
    },
    {
      // Finds what no cause announced, and completes the drift report. Safe to run twice.
      name: 'check-quantities',
      cron: '*/5 * * * *',
      async run() {
        await checkAll(db);
        await db.transaction().execute((tx) => recordOpenDrift(tx, clock.now()));
      },
    },
    {
      name: 'purge-quantity-drift',
      cron: '40 3 * * *',
      run: () => purgeDriftDays(db, utcDay(new Date(clock.now().getTime() - DRIFT_RETENTION_DAYS * DAY_MS))),
    },
    {
      name: 'purge-quantity-answers',
      cron: '45 3 * * *',
      run: () => purgeAnswers(db, new Date(clock.now().getTime() - ANSWER_DAYS * DAY_MS)),
    },
  ];
}

interface WatchDependencies extends Omit<Dependencies, 'marketplaces'> {
  /** Only the leader of the processes that run jobs decides. */
  readonly watch: Pick<DatabaseWatch, 'isLeading'>;
}

/** Decides what is due a moment after the stock changed, once for any number of changes and processes, and has it sent. @returns a function that stops it */
export function watchQuantities({ db, clock, topics, logger, watch }: WatchDependencies): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let running = Promise.resolve();
  let pauseMs = COALESCE_MS;
  const look = async () => {
    if (!watch.isLeading()) return;
    const work = await findWork(db);
    if (work === 'FORGET') await forgetChecks(db);
    if (work === 'PLAN') {
      const startedAt = performance.now();
      await db.transaction().execute(async (tx) => recordDrift(tx, await planDue(tx), clock.now()));
      pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(COALESCE_MS, DECIDE_AGAIN * (performance.now() - startedAt)));
    }
    if ((work === 'SEND' || work === 'PLAN') && (await countDue(db)) > 0) await queueSending(db, 0);
  };
  const plan = (inMs: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(run, inMs);
  };
  const run = () => {
    running = look().then(
      () => plan(Math.max(LOOK_MS, pauseMs)),
      (error: unknown) => {
        logger.warn({ err: error }, 'could not decide the offered quantities; tries again');
        plan(LOOK_MS);
      },
    );
  };
  plan(0);
  let isAnnounced = false;
  const soon = () => {
    if (isAnnounced) return;
    isAnnounced = true;
    setTimeout(() => {
      isAnnounced = false;
      void running.then(() => plan(0));
    }, pauseMs);
  };
  const stops = [topics.listen(inventoryHistoryTopic.path, soon), topics.listen(ordersTopic.path, soon)];
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
    await running;
  };
}
