import { failureMessage, NoAnswerError } from '../../../api/problem.ts';

/** What to say of an item that could not be updated: the specification's words, then the server's. */
export function updateFailure(error: Error): string {
  if (error instanceof NoAnswerError) return 'An error occurred while updating the item';
  const told = failureMessage(error);
  return told ? `Failed to update item: ${told}` : 'Failed to update item';
}
