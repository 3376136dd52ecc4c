import { PACKING_SLIPS_LIMIT, packingSlips } from '@stowage/contract/orders/order-detail';
import { download } from '../../../api/download.ts';
import { SaveFileButton } from '../../../shared/files/SaveFileButton.tsx';

/** The actions for all selected orders. */
export function OrdersBulk({ orders }: { orders: readonly string[] }) {
  const isTooMany = orders.length > PACKING_SLIPS_LIMIT;
  return (
    <>
      <SaveFileButton
        label={`Packing slips (${orders.length.toLocaleString()})`}
        isDisabled={isTooMany}
        save={() => download(packingSlips, { query: { orders: orders.join(',') } }, 'packing-slips.pdf')}
        problem={(error) => `The packing slips could not be made: ${error instanceof Error ? error.message : error}`}
      />
      {isTooMany && <p className="text-bad">{`One file has at most ${PACKING_SLIPS_LIMIT} packing slips.`}</p>}
    </>
  );
}
