import type { BatchFailures } from './use-unit-batch.ts';

/** The failed units, grouped by reason. */
export function BatchFailureList({ failures }: { failures: BatchFailures }) {
  const units = new Map<string, number[]>();
  for (const [id, reason] of failures) units.set(reason, [...(units.get(reason) ?? []), id]);
  if (units.size === 0) return null;
  return (
    <ul aria-label="Not done" className="grid w-full gap-1 font-medium text-bad">
      {[...units].map(([reason, ids]) => (
        <li key={reason}>{`${ids.length === 1 ? 'Unit' : 'Units'} ${ids.join(', ')}: ${reason}`}</li>
      ))}
    </ul>
  );
}
