import type { AttentionRow } from '@stowage/contract/dashboard/dashboard';

const SEVERITIES: readonly AttentionRow['severity'][] = ['HIGH', 'MEDIUM', 'LOW'];

/** What is severe comes first, then where most money is at risk, then what is due first; what is unknown comes last. */
export function rank(rows: readonly AttentionRow[]): AttentionRow[] {
  return rows.toSorted(
    (a, b) =>
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      Number(b.amount ?? -1) - Number(a.amount ?? -1) ||
      (a.dueAt ?? '9').localeCompare(b.dueAt ?? '9') ||
      b.count - a.count,
  );
}
