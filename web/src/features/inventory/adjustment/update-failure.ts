import { failureMessage, NoAnswerError } from '../../../api/problem.ts';

/** The message for a failed update: the specification's text, then the server's message. */
export function updateFailure(error: Error): string {
  if (error instanceof NoAnswerError) return 'An error occurred while updating the item';
  const message = failureMessage(error);
  return message ? `Failed to update item: ${message}` : 'Failed to update item';
}
