import { actingAs } from '../../platform/audit/actor.ts';
import { writeAuditEntry } from '../../platform/audit/audit-entry.repository.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { DEMO_RECORD, isDemoRemoved } from '../demo-state.repository.ts';
import { CREATED, listDoneSteps, listStaff, tryLockDemo } from './story.repository.ts';
import type { Story, StoryStep } from './story-step.ts';

interface Dependencies extends Omit<Story, 'staff'> {
  readonly steps: readonly StoryStep[];
  readonly isSimulator: () => Promise<boolean>;
}

/**
 * Creates the demo's past in the background, a step at a time, once the imports that it needs are done. The audit log records
 * the end of each step, so that a start continues an interrupted demo and a demo of an older version gets what is new.
 */
export function demoStoryTask({ steps, isSimulator, ...deps }: Dependencies): Task {
  return {
    name: 'demo-story',
    cron: '* * * * *',
    run: async (_, stopping) => {
      const { db } = deps;
      if (!(await isSimulator()) || (await isDemoRemoved(db))) return;
      const [first, second, ...others] = await listStaff(db);
      if (first === undefined || second === undefined) return;
      const story: Story = { ...deps, staff: [first, second, ...others] };
      const done = await listDoneSteps(db);
      for (const step of steps) {
        if (stopping.aborted) return;
        if (!done.has(step.name)) await runStep(step, story);
      }
    },
  };
}

/** Services commit on their own, so the step's mark comes last and the step may run again. */
async function runStep(step: StoryStep, story: Story): Promise<void> {
  if (!(await step.isReady(story))) return;
  await story.db.transaction().execute(async (tx) => {
    if (!(await tryLockDemo(tx))) return;
    await actingAs({ userId: story.staff[0].id, requestId: 'demo' }, () => step.run(story));
    await writeAuditEntry(tx, { action: CREATED, record: { kind: DEMO_RECORD, id: step.name } });
  });
}
