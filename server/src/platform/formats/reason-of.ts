/** What an error says. A connection that fails for several addresses has an error without a message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${reasonOf(error.cause)})` : '';
  return `${error.message || (error as NodeJS.ErrnoException).code || error.name}${cause}`;
}
