import { PACKING_SLIPS_LIMIT, packingSlips } from '@stowage/contract/orders/order-detail';
import { download } from '../../../api/download.ts';
import { SaveFileButton } from '../../../shared/files/SaveFileButton.tsx';
import { Button } from '../../../ui/Button.tsx';
import { SelectAll } from '../../../ui/column/SelectAll.tsx';

interface OrdersBulkProps {
  /** The orders of the page. */
  readonly shown: readonly string[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (orders: ReadonlySet<string>) => void;
}

/** The actions for all selected orders. */
export function OrdersBulk({ shown, selected, onSelect }: OrdersBulkProps) {
  const count = shown.filter((order) => selected.has(order)).length;
  const isTooMany = selected.size > PACKING_SLIPS_LIMIT;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pb-2">
      <SelectAll total={shown.length} selected={count} onAll={(areAll) => onSelect(new Set(areAll ? [...selected, ...shown] : []))} />
      {selected.size > 0 && (
        <>
          <SaveFileButton
            label={`Packing slips (${selected.size.toLocaleString()})`}
            isDisabled={isTooMany}
            save={() => download(packingSlips, { query: { orders: [...selected].join(',') } }, 'packing-slips.pdf')}
            problem={(error) => `The packing slips could not be made: ${error instanceof Error ? error.message : error}`}
          />
          <Button look="quiet" onClick={() => onSelect(new Set())}>
            Clear selection
          </Button>
          {isTooMany && <p className="text-bad">{`One file has at most ${PACKING_SLIPS_LIMIT} packing slips.`}</p>}
        </>
      )}
    </div>
  );
}
