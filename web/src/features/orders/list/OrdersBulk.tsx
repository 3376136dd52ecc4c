import type { InputOf } from '@stowage/contract/endpoint';
import { messageOf } from '@stowage/contract/errors';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { PACKING_SLIPS_LIMIT, packingSlips } from '@stowage/contract/orders/order-detail';
import { download } from '../../../api/download.ts';
import { SaveFileButton } from '../../../shared/files/SaveFileButton.tsx';

interface OrdersBulkProps {
  /** The selected orders, or all that match the list's filters. */
  readonly query: InputOf<typeof packingSlips>['query'];
  /** How many orders; undefined while unknown. */
  readonly count: number | undefined;
}

/** The actions for all selected orders. */
export function OrdersBulk({ query, count }: OrdersBulkProps) {
  const isTooMany = count !== undefined && count > PACKING_SLIPS_LIMIT;
  return (
    <>
      <SaveFileButton
        label={count === undefined ? 'Packing slips' : `Packing slips (${numberText(count)})`}
        isDisabled={isTooMany}
        save={() => download(packingSlips, { query }, 'packing-slips.pdf')}
        problem={(error) => `The packing slips could not be made: ${messageOf(error)}`}
      />
      {isTooMany && <p className="text-bad">{`One file has at most ${PACKING_SLIPS_LIMIT} packing slips.`}</p>}
    </>
  );
}
