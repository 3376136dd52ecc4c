import { RefusedError } from '../../../api/problem.ts';

/** The specification's sentence: `Failed to fetch cases: {status} {text}`. */
export function fetchProblem(error: Error): string {
  return `Failed to fetch cases: ${error instanceof RefusedError ? `${error.status} ` : ''}${error.message}`;
}

/** The specification's sentence, and the server's reason. */
export function commandProblem(sentence: string, error: Error): string {
  return `Error: ${sentence} (${error.message})`;
}
