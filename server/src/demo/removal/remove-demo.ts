import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../app-context.ts';
import { turnOffQuantities } from '../../features/pricing/index.ts';
import { AppError } from '../../platform/app-error.ts';
import { writeAuditEntry } from '../../platform/audit/audit-entry.repository.ts';
import { queueTask } from '../../platform/jobs/queue-task.ts';
import { sendGapAtCommit } from '../../platform/realtime/notify-bus.ts';
import { DEMO_STAFF } from '../catalog.ts';
import { DEMO_RECORD, hasDemoData, lockDemo, REMOVED } from '../demo-state.repository.ts';
import { dropAdvisedIndexes, emptyTables, limitWaiting, lockIdleQueue } from './demo-removal.repository.ts';
import { REMOVE_FILES_TASK, removeDemoFiles } from './remove-demo-files.ts';

type Dependencies = Pick<AppContext, 'db' | 'owner' | 'openFiles'>;

const PAUSE_MS = 250;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

interface Removal {
  /** The person who removes it; undefined on the command line. */
  readonly email?: string | undefined;
  /** How long to wait for a moment without a running job. */
  readonly patienceMs?: number;
}

/**
 * Empties the installation: the demo's data and people, and what was made in the demo. Accounts, settings and locations stay. All
 * of it or nothing; the files go after the commit. Every process then reads again, and stops its part of the demo.
 * @throws AppError `conflict` with `no_demo_data`, `demo_person` or `busy`
 */
export async function removeDemo(deps: Dependencies, { email, patienceMs = 30_000 }: Removal = {}): Promise<void> {
  if (!(await hasDemoData(deps.db))) throw new AppError('conflict', 'There is no demo data.', { reason: 'no_demo_data' });
  if (DEMO_STAFF.some((person) => person.email === email?.toLowerCase())) {
    throw new AppError('conflict', 'Your account belongs to the demo and would be removed. Sign in with an account of your own.', { reason: 'demo_person' });
  }
  const until = performance.now() + patienceMs;
  let emptiedAt = await tryToEmpty(deps);
  while (emptiedAt === undefined) {
    if (performance.now() > until) throw new AppError('conflict', 'A job is still running. Nothing was removed. Try again in a minute.', { reason: 'busy' });
    await sleep(PAUSE_MS);
    emptiedAt = await tryToEmpty(deps);
  }
  await removeDemoFiles(deps, emptiedAt);
}

/** @returns when it was emptied: newer files stay. Undefined while a job runs or somebody holds a lock: nothing has changed then */
async function tryToEmpty({ owner }: Dependencies): Promise<Date | undefined> {
  try {
    return await owner.db.transaction().execute(async (tx) => {
      await lockDemo(tx);
      await limitWaiting(tx);
      if (!(await lockIdleQueue(tx))) return undefined;
      await dropAdvisedIndexes(tx);
      // The demo turned them on. The next account is a real one, which must not be offered an empty warehouse.
      await turnOffQuantities(tx);
      await emptyTables(tx);
      await writeAuditEntry(tx, { action: REMOVED, record: { kind: DEMO_RECORD, id: null } });
      const now = new Date();
      // After the commit, even if this process is killed.
      await queueTask(tx, REMOVE_FILES_TASK, { payload: { before: now.toISOString() }, key: REMOVE_FILES_TASK });
      await sendGapAtCommit(tx);
      return now;
    });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === LOCK_NOT_AVAILABLE || code === DEADLOCK) return undefined;
    throw error;
  }
}
