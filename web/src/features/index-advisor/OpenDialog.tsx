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
  /** The suggestions of the current tab; the open one may belong to another tab. */
  readonly listed: readonly IndexSuggestion[] | undefined;
  /** Whether the current tab shows all statuses, so that the row stays when its status changes. */
  readonly isTabOfAll: boolean;
  readonly isCreating: boolean;
  readonly onClose: () => void;
}

/** The dialog in the address, opened by a button of the row, a notification or a reload. */
export function OpenDialog({ id, dialog, listed, isTabOfAll, isCreating, onClose }: OpenDialogProps) {
  const inTab = listed?.find((one) => one.id === id);
  const all = useQuery({ ...queryFor(listSuggestions, { query: { status: 'ALL' } }), enabled: listed !== undefined && inTab === undefined });
  const suggestion = inTab ?? all.data?.suggestions.find((one) => one.id === id);
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
      const remaining = isChanged.current ? null : stillInPage(opener.current);
      return remaining ?? document.querySelector<HTMLElement>(`[data-details="${id}"]`) ?? tab;
    },
  };
  if (suggestion === undefined) return all.isSuccess ? <GoneDialog {...props} /> : null;
  // A suggestion that is no longer pending only has details.
  if (dialog === 'create' && isPending) return <CreateDialog suggestion={suggestion} isCreating={isCreating} {...props} />;
  if (dialog === 'ignore' && isPending) return <IgnoreDialog suggestion={suggestion} {...props} />;
  return <DetailsDialog suggestion={suggestion} {...props} />;
}

/** A confirmed action removes the buttons of its row, or the row itself in a tab of one status. */
function stillInPage(opener: Element | null): HTMLElement | null {
  return opener instanceof HTMLElement && opener !== document.body && opener.isConnected ? opener : null;
}

function GoneDialog({ onClose, returnFocusTo }: DialogEnds) {
  return (
    <Dialog
      title="Suggestion not found"
      description="A later analysis did not find it again, or its table no longer exists."
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
