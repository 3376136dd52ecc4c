/** One number with its name. */
export function StatCard({ name, value }: { name: string; value: number | undefined }) {
  return (
    <dl className="rounded-card border border-line bg-surface px-4 py-3">
      <dt className="text-muted">{name}</dt>
      <dd className="text-2xl font-semibold">{value === undefined ? '–' : value.toLocaleString()}</dd>
    </dl>
  );
}
