import { numberText } from '@stowage/contract/formats/text/number-text';
import type { LocationOption } from '@stowage/contract/inventory/locations';
import type { LocalInventoryItem } from '@stowage/contract/inventory/units';
import { Printer } from 'lucide-react';
import type { Ref } from 'react';
import { refusedOf } from '../../../shared/bulk/run-bulk.ts';
import { Button } from '../../../ui/Button.tsx';
import { type BulkMoveHandle, unitCount } from '../bulk/BulkMove.tsx';
import { BulkUnits } from '../bulk/BulkUnits.tsx';
import { itemLabel, type PrintLabels } from '../history/label-of.ts';

interface ItemsBulkProps {
  readonly ref?: Ref<BulkMoveHandle>;
  /** The selected units. */
  readonly items: readonly LocalInventoryItem[];
  /** Undefined until they are loaded. */
  readonly locations: readonly LocationOption[] | undefined;
  readonly onPrint: PrintLabels;
  /** @param refused the units that were not changed */
  readonly onDone: (refused: readonly number[]) => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

/** The actions for all selected units. */
export function ItemsBulk({ items, onPrint, onDone, ...rest }: ItemsBulkProps) {
  return (
    <BulkUnits
      chosen={`${numberText(items.length)} selected`}
      count={unitCount(items.length)}
      selection={{ ids: items.map(({ id }) => id) }}
      outsideQuarantine={items.filter(({ status }) => status !== 'QUARANTINE').map(({ id }) => id)}
      onDone={(action) => onDone(refusedOf(action))}
      {...rest}
    >
      <Button onClick={() => onPrint(items.map(itemLabel))}>
        <Printer size={16} aria-hidden /> Print labels
      </Button>
    </BulkUnits>
  );
}
