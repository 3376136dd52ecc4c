import type { Endpoint, InputOf, OutputOf } from '@stowage/contract/endpoint';
import type { ComponentProps } from 'react';
import { useCommand } from '../api/query.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../ui/dialog/Toast.tsx';

interface CommandDialogProps<E extends Endpoint> extends Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'isBusy' | 'onConfirm'> {
  readonly endpoint: E;
  readonly input: InputOf<E>;
  /** The endpoints to read again after the command. */
  readonly stale?: readonly Endpoint[];
  /** What a toast says afterwards; a function makes it of the answer. */
  readonly done?: string | ((answer: OutputOf<E>) => string);
  /** What a toast says when the command failed; by default the error's message. */
  readonly failure?: (error: Error) => string;
  readonly onDone?: (answer: OutputOf<E>) => void;
}

/** Asks before a command, runs it, reports the outcome in a toast and closes. It is open while it is mounted. */
export function CommandDialog<E extends Endpoint>(props: CommandDialogProps<E>) {
  const { endpoint, input, stale = [], done, failure = (error) => error.message, onDone, ...dialog } = props;
  const command = useCommand(endpoint, stale);
  const run = async () => {
    try {
      const answer = await command.mutateAsync(input);
      if (done !== undefined) toast('good', typeof done === 'string' ? done : done(answer));
      onDone?.(answer);
    } catch (error) {
      toast('bad', failure(error as Error));
    }
    dialog.onClose();
  };
  return <ConfirmDialog {...dialog} open isBusy={command.isPending} onConfirm={() => void run()} />;
}
