import type { AttentionRow } from '@stowage/contract/dashboard/dashboard';

const SEVERITIES: readonly AttentionRow['severity'][] = ['HIGH', 'MEDIUM', 'LOW'];

/** Sorts by severity, dollars at risk and due time. Unknown amounts and due times come last. */
export function sortByUrgency(rows: readonly AttentionRow[]): AttentionRow[] {
  return rows.toSorted(
    (a, b) =>
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      Number(b.amount ?? -1) - Number(a.amount ?? -1) ||
      (a.dueAt ?? '9').localeCompare(b.dueAt ?? '9') ||
      b.count - a.count,
  );
}
