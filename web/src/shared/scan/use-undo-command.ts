import type { Endpoint, InputOf } from '@stowage/contract/endpoint';
import { failureMessage } from '../../api/problem.ts';
import { useCommand } from '../../api/query.ts';
import { toast } from '../../ui/dialog/Toast.tsx';

/** Undoes what a person did and reports the outcome. @param stale the endpoints to read again */
export function useUndoCommand<E extends Endpoint>(endpoint: E, stale: readonly Endpoint[] = []) {
  const command = useCommand(endpoint, stale);
  const undo = (input: InputOf<E>, what: string, onUndone?: () => void) =>
    command.mutate(input, {
      onSuccess: () => {
        toast('good', `Undone: ${what}`);
        onUndone?.();
      },
      onError: (error) => toast('bad', failureMessage(error) ?? 'Not undone: the server does not answer. Please try again.'),
    });
  return { undo, isBusy: command.isPending };
}
