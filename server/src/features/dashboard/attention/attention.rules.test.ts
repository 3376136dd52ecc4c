import type { AttentionRow } from '@stowage/contract/dashboard/dashboard';
import { expect, it } from 'vitest';
import { sortByUrgency } from './attention.rules.ts';

const row = (part: Partial<AttentionRow>): AttentionRow => ({
  ...{ kind: 'orders-late', severity: 'LOW', text: '', count: 1, isCutShort: false, amount: null, unknown: 0, asOf: null, dueAt: null, action: '', path: '/' },
  ...part,
});

it('sorts by severity, amount and due time, with unknown values last', () => {
  const rows = [
    row({ count: 1 }),
    row({ count: 2, dueAt: '2026-11-23T00:00:00Z' }),
    row({ count: 3, dueAt: '2026-11-22T00:00:00Z' }),
    row({ count: 4, amount: '5.00' }),
    row({ count: 5, amount: '100.00' }),
    row({ count: 6, severity: 'MEDIUM' }),
    row({ count: 7, severity: 'HIGH' }),
  ];
  expect(sortByUrgency(rows).map(({ count }) => count)).toEqual([7, 6, 5, 4, 3, 2, 1]);
});
