import { type IndexSuggestion, listSuggestions } from '@stowage/contract/index-advisor/index-advisor';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { queryFor } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import type { DialogEnds } from './dialog-ends.ts';
import type { IndexAdvisorAddress } from './index-advisor-address.ts';
import { CreateDialog, IgnoreDialog } from './SuggestionDialogs.tsx';

interface OpenDialogProps {
  readonly id: number;
  readonly dialog: NonNullable<IndexAdvisorAddress['dialog']>;
  /** What the tab shows: the suggestion may be of another one. */
  readonly listed: readonly IndexSuggestion[] | undefined;
  /** Whether the tab keeps it, whatever becomes of it. */
  readonly isTabOfAll: boolean;
  readonly isCreating: boolean;
  readonly onClose: () => void;
}

/** The dialog that the address names, whoever brought it there: a button of the row, a notification, a reload. */
export function OpenDialog({ id, dialog, listed, isTabOfAll, isCreating, onClose }: OpenDialogProps) {
  const here = listed?.find((one) => one.id === id);
  const all = useQuery({ ...queryFor(listSuggestions, { query: { status: 'ALL' } }), enabled: listed !== undefined && here === undefined });
  const suggestion = here ?? all.data?.suggestions.find((one) => one.id === id);
  const opener = useRef(document.activeElement);
  const isChanged = useRef(false);
  const isPending = suggestion?.status === 'PENDING';
  const props = {
    onClose,
    onDone() {
      isChanged.current = true;
      onClose();
    },
    returnFocusTo() {
      const tab = document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
      if (isChanged.current && !isTabOfAll) return tab;
      const stays = isChanged.current ? null : stillThere(opener.current);
      return stays ?? document.querySelector<HTMLElement>(`[data-details="${id}"]`) ?? tab;
    },
  };
  if (suggestion === undefined) return all.isSuccess ? <GoneDialog {...props} /> : null;
  // Whatever is no longer pending can only be looked at.
  if (dialog === 'create' && isPending) return <CreateDialog suggestion={suggestion} isCreating={isCreating} {...props} />;
  if (dialog === 'ignore' && isPending) return <IgnoreDialog suggestion={suggestion} {...props} />;
  return <DetailsDialog suggestion={suggestion} {...props} />;
}

/** What was confirmed takes its own buttons away, and in the tab of its status the whole row. */
function stillThere(opener: Element | null): HTMLElement | null {
  return opener instanceof HTMLElement && opener !== document.body && opener.isConnected ? opener : null;
}

function GoneDialog({ onClose, returnFocusTo }: DialogEnds) {
  return (
    <Dialog
      title="Suggestion not found"
      description="An analysis did not find it again, or its table is gone."
      open
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <div className="flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
