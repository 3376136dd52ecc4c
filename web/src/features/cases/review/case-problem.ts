import { RefusedError } from '../../../api/problem.ts';

/** The specification's sentence for a list that cannot be fetched: `Failed to fetch cases: {status} {text}`. */
export function fetchProblem(error: Error): string {
  return `Failed to fetch cases: ${error instanceof RefusedError ? `${error.status} ` : ''}${error.message}`;
}

/** What failed in the specification's words, and why in the server's. */
export function commandProblem(sentence: string, error: Error): string {
  return `Error: ${sentence} (${error.message})`;
}
