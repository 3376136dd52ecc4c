import { failureMessage, RefusedError } from '../../../api/problem.ts';

/** What the server said of a failure; without an answer of the server, the text for it. */
export function serverMessage(error: Error, fallback: string): string {
  if (!(error instanceof RefusedError)) return fallback;
  return failureMessage(error) ?? (error.status >= 500 ? fallback : error.message);
}
