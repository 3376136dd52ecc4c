import { failureMessage, RefusedError } from '../../../api/problem.ts';

/** The server's message for a failure, or a fallback text when the server did not answer. */
export function serverMessage(error: Error, fallback: string): string {
  if (!(error instanceof RefusedError)) return fallback;
  return failureMessage(error) ?? (error.status >= 500 ? fallback : error.message);
}
