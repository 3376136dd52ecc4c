import { DAY_MS } from '@stowage/contract/formats/durations';
import { createDemoIndex, insertSuggestion } from './index-suggestion.repository.ts';
import type { Story, StoryStep } from './story-step.ts';

interface Suggestion {
  readonly table: string;
  readonly column: string;
  readonly status: 'COMPLETED' | 'PENDING' | 'IGNORED';
  readonly estimate: number;
  readonly measured?: number;
  readonly pattern: string;
  readonly calls: number;
}

const SUGGESTIONS: readonly Suggestion[] = [
  {
    ...{ table: 'customer_returns', column: 'reason', status: 'COMPLETED', estimate: 71, measured: 64.5, calls: 1_840 },
    pattern: 'select count(*) from customer_returns where reason = $1',
  },
  {
    ...{ table: 'reimbursements', column: 'reason', status: 'PENDING', estimate: 58, calls: 930 },
    pattern: 'select sum(amount) from reimbursements where reason = $1',
  },
  {
    ...{ table: 'removal_shipments', column: 'carrier', status: 'IGNORED', estimate: 21, calls: 210 },
    pattern: 'select order_id from removal_shipments where carrier = $1 order by shipped_at',
  },
];

/** An index that was created and measured, one that waits for a decision, and an ignored one. */
export const indexSuggestions: StoryStep = {
  name: 'index-suggestions',
  isReady: async () => true,
  run: async (story) => {
    for (const suggestion of SUGGESTIONS) await suggest(story, suggestion);
  },
};

async function suggest({ db, owner, clock, staff }: Story, { status, measured, ...suggestion }: Suggestion): Promise<void> {
  const { table, column } = suggestion;
  const name = `advised_${table}_${column}`;
  const foundAt = new Date(clock.now().getTime() - 9 * DAY_MS);
  const isCreated = status === 'COMPLETED';
  if (isCreated) await createDemoIndex(owner.db, { name, table, column });
  await db.transaction().execute((tx) =>
    insertSuggestion(tx, {
      ...{ ...suggestion, name, status, foundAt },
      ...{ requestedBy: isCreated ? staff[0].id : null, doneAt: isCreated ? new Date(foundAt.getTime() + DAY_MS) : null },
      ...{ measured: measured ?? null, measuredAt: measured === undefined ? null : new Date(clock.now().getTime() - 2 * DAY_MS) },
    }),
  );
}
