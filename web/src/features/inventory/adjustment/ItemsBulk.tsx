import type { BulkAction } from '@stowage/contract/bulk/bulk';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { LocationOption } from '@stowage/contract/inventory/locations';
import type { LocalInventoryItem } from '@stowage/contract/inventory/units';
import { Printer, ShieldAlert, Tag, Trash2 } from 'lucide-react';
import { type Ref, useState } from 'react';
import { refusedOf } from '../../../shared/bulk/run-bulk.ts';
import { Button } from '../../../ui/Button.tsx';
import { BulkMove, type BulkMoveHandle, unitCount } from '../bulk/BulkMove.tsx';
import { BulkReasonDialog, type ReasonAction } from '../bulk/BulkReasonDialog.tsx';
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
export function ItemsBulk({ ref, items, locations, onPrint, onDone, returnFocusTo }: ItemsBulkProps) {
  const [asked, setAsked] = useState<ReasonAction>();
  const affected = asked === 'quarantine' ? items.filter(({ status }) => status !== 'QUARANTINE') : items;
  const done = (action: BulkAction) => onDone(refusedOf(action));
  return (
    <>
      <BulkMove
        {...(ref !== undefined && { ref })}
        chosen={`${numberText(items.length)} selected`}
        count={unitCount(items.length)}
        selection={{ ids: items.map(({ id }) => id) }}
        locations={locations}
        onMoved={done}
      >
        <Button onClick={() => setAsked('quarantine')} disabled={items.every(({ status }) => status === 'QUARANTINE')}>
          <ShieldAlert size={16} aria-hidden /> Quarantine
        </Button>
        <Button onClick={() => setAsked('condition')}>
          <Tag size={16} aria-hidden /> Condition
        </Button>
        <Button onClick={() => onPrint(items.map(itemLabel))}>
          <Printer size={16} aria-hidden /> Print labels
        </Button>
        <Button className="text-bad" onClick={() => setAsked('remove')}>
          <Trash2 size={16} aria-hidden /> Remove
        </Button>
      </BulkMove>
      {asked !== undefined && (
        <BulkReasonDialog
          action={asked}
          selection={{ ids: affected.map(({ id }) => id) }}
          count={unitCount(affected.length)}
          onDone={done}
          onClose={() => setAsked(undefined)}
          returnFocusTo={returnFocusTo}
        />
      )}
    </>
  );
}
