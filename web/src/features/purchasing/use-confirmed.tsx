import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';

interface Asked {
  readonly question: string;
  readonly answer: (isWanted: boolean) => void;
}

interface Confirmed {
  /** Asks whether more is to be on the packing lists than was ordered. */
  readonly confirm: (question: string) => Promise<boolean>;
  readonly dialog: ReactNode;
}

/** Lets a screen ask before it puts more on packing lists than was ordered. */
export function useConfirmed(confirmLabel: string): Confirmed {
  const [asked, setAsked] = useState<Asked>();
  const settle = (isWanted: boolean) => {
    asked?.answer(isWanted);
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
        onConfirm={() => settle(true)}
        onClose={() => settle(false)}
      />
    ),
  };
}

/** How many lines that is. */
export function moreThanOrdered(lines: number): string {
  return `${lines.toLocaleString()} ${lines === 1 ? 'line has' : 'lines have'} more on packing lists than was ordered. Save it all the same?`;
}
