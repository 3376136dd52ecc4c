import { counted } from '@stowage/contract/formats/text/counted';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';

interface Asked {
  readonly question: string;
  readonly answer: (isConfirmed: boolean) => void;
}

interface Confirmation {
  readonly confirm: (question: string) => Promise<boolean>;
  readonly dialog: ReactNode;
}

/** Asks for confirmation before packing lists hold more than was ordered. */
export function useOverOrderedConfirmation(confirmLabel: string): Confirmation {
  const [asked, setAsked] = useState<Asked>();
  const answer = (isConfirmed: boolean) => {
    asked?.answer(isConfirmed);
    setAsked(undefined);
  };
  return {
    confirm: (question) => new Promise((answer) => setAsked({ question, answer })),
    dialog: (
      <ConfirmDialog
        title="More than was ordered"
        question={asked?.question ?? ''}
        confirmLabel={confirmLabel}
        isBusy={false}
        open={asked !== undefined}
        onConfirm={() => answer(true)}
        onClose={() => answer(false)}
      />
    ),
  };
}

export function overOrderedQuestion(lines: number): string {
  return `${counted(lines, 'line has', 'lines have')} more units on packing lists than were ordered. Save anyway?`;
}
