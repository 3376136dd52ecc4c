import type { InputOf, OutputOf } from '@stowage/contract/endpoint';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { listDrafts } from '@stowage/contract/purchasing/order-drafts';
import { orderProposals, reorderPage, reorderVendors } from '@stowage/contract/purchasing/reorder';
import { useCommand } from '../../../api/query.ts';
import { newId } from '../../../shared/new-id.ts';
import { untilAnswered } from '../../../shared/scan/until-answered.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';

type Choice = Omit<InputOf<typeof orderProposals>['body'], 'client_id'>;

/** Makes order drafts of proposals: one draft opens, several are listed. */
export function useOrderProposals(onOpen: (path: string) => void) {
  const command = useCommand(orderProposals, [reorderPage, reorderVendors, listDrafts]);
  const order = (choice: Choice) => {
    const body = { ...choice, client_id: newId() };
    untilAnswered(() => command.mutateAsync({ body }))
      .then(({ drafts }) => {
        toast('good', doneText(drafts));
        const [first] = drafts;
        onOpen(drafts.length === 1 && first !== undefined ? `/purchase-orders/drafts/${first.id}` : '/purchase-orders/drafts');
      })
      .catch((error: Error) => toast('bad', error.message));
  };
  return { order, isOrdering: command.isPending };
}

function doneText(drafts: OutputOf<typeof orderProposals>['drafts']): string {
  const [first] = drafts;
  if (drafts.length === 1 && first !== undefined) return `Made the draft ${first.po_number} for ${first.vendor}`;
  return `Made ${numberText(drafts.length)} order drafts, one for each vendor`;
}
