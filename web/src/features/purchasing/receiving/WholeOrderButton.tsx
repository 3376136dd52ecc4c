import { listPackingLists, receiveWholeOrder } from '@stowage/contract/purchasing/packing-lists';
import { useCommand } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';

interface WholeOrderButtonProps {
  readonly poNumber: string;
  readonly onList: (packingListId: number) => void;
}

/** Makes a packing list of everything that is still to come, or opens the one that somebody else made. */
export function WholeOrderButton({ poNumber, onList }: WholeOrderButtonProps) {
  const receive = useCommand(receiveWholeOrder, [listPackingLists]);
  const begin = () =>
    receive.mutate({ body: { poNumber } }, { onSuccess: ({ packing_list_id }) => onList(packing_list_id), onError: (error) => toast('bad', error.message) });
  return (
    <Button look="primary" disabled={receive.isPending} onClick={begin}>
      {receive.isPending ? 'Loading...' : 'Receive whole order'}
    </Button>
  );
}
