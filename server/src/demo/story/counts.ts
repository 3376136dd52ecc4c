import { DAY_MS, HOUR_MS } from '@stowage/contract/formats/durations';
import { createCountEntryService, createCountService, createPostingService } from '../../features/inventory/index.ts';
import { backdateCount, hasCounts, listCountLines, listDifferentLines } from './story.repository.ts';
import { clockAt, type Story, type StoryStep } from './story-step.ts';

interface DemoCount {
  readonly location: string;
  readonly daysAgo: number;
  /** The state in which it stays. */
  readonly until: 'POSTED' | 'REVIEW' | 'SUBMITTED' | 'COUNTING' | 'OPEN' | 'CANCELED';
  /** One in so many lines is counted one short. */
  readonly missingOneIn: number;
}

/** Counted shelves of the last weeks, and counts in every state. */
const COUNTS: readonly DemoCount[] = [
  { location: 'A-1', daysAgo: 26, until: 'POSTED', missingOneIn: 90 },
  { location: 'A-2', daysAgo: 24, until: 'POSTED', missingOneIn: 1_000 },
  { location: 'B-3', daysAgo: 19, until: 'POSTED', missingOneIn: 70 },
  { location: 'B-4', daysAgo: 17, until: 'CANCELED', missingOneIn: 1_000 },
  { location: 'C-1', daysAgo: 12, until: 'POSTED', missingOneIn: 80 },
  { location: 'D-6', daysAgo: 8, until: 'POSTED', missingOneIn: 1_000 },
  { location: 'E-2', daysAgo: 5, until: 'POSTED', missingOneIn: 60 },
  { location: 'F-5', daysAgo: 2, until: 'REVIEW', missingOneIn: 40 },
  { location: 'F-6', daysAgo: 1, until: 'SUBMITTED', missingOneIn: 45 },
  { location: 'G-1', daysAgo: 0, until: 'COUNTING', missingOneIn: 1_000 },
  { location: 'G-2', daysAgo: 0, until: 'OPEN', missingOneIn: 1_000 },
];

/** Counts that were posted, are waiting for a decision, or are in progress. */
export const counts: StoryStep = {
  name: 'counts',
  isReady: async () => true,
  run: async (story) => {
    // A person counts already, or a killed run began: its counts are enough.
    if (await hasCounts(story.db)) return;
    for (const [nth, count] of COUNTS.entries()) await createCount(story, count, nth);
  },
};

async function createCount(story: Story, { location, daysAgo, until, missingOneIn }: DemoCount, nth: number): Promise<void> {
  const { db, topics, clock, staff } = story;
  const at = new Date(clock.now().getTime() - daysAgo * DAY_MS - HOUR_MS);
  const deps = { db, topics, clock: clockAt(at) };
  const manager = { userId: staff[0].id, mayApprove: true };
  const counter = { userId: staff[1 + (nth % (staff.length - 1))]?.id ?? staff[1].id, mayApprove: false };
  const service = createCountService(deps);
  const entries = createCountEntryService(deps);
  const id = await service.start({ locations: [location], isBlind: nth % 2 === 0, assigneeId: counter.userId, dueOn: null, actorId: manager.userId });
  await backdateCount(db, id, at);
  if (until === 'OPEN') return;
  if (until === 'CANCELED') return service.cancel(id, manager);
  await entries.claim(id, counter, 'demo-scanner');
  const all = await listCountLines(db, id);
  const lines = until === 'COUNTING' ? all.slice(0, Math.ceil(all.length * 0.6)) : all;
  for (const [line, { id: lineId, expected }] of lines.entries()) {
    const isShort = line % missingOneIn === missingOneIn - 1;
    await entries.enter(id, counter, { lineId, counted: Math.max(0, expected - (isShort ? 1 : 0)), clientEntryId: `demo-count-${id}-${lineId}` });
  }
  if (until === 'COUNTING') return;
  await entries.submit(id, counter, true);
  if (until === 'SUBMITTED') return;
  await service.startReview(id);
  if (until === 'REVIEW') return;
  await service.setRemainingCauses(id, 'LOST');
  for (const lineId of await listDifferentLines(db, id)) await service.acceptDifference(id, lineId);
  await createPostingService(deps).post(id, manager);
}
