import { quarantineUnit, removeUnit } from '@stowage/contract/inventory/adjustment';
import type { LocationOption } from '@stowage/contract/inventory/locations';
import type { LocalInventoryItem } from '@stowage/contract/inventory/units';
import { Printer, ShieldAlert, Trash2 } from 'lucide-react';
import { type Ref, useState } from 'react';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { BatchFailureList } from '../bulk/BatchFailureList.tsx';
import { BulkMove, type BulkMoveHandle } from '../bulk/BulkMove.tsx';
import { useUnitBatch } from '../bulk/use-unit-batch.ts';
import { itemLabel, type PrintLabels } from '../history/label-of.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

interface ItemsBulkProps {
  readonly ref?: Ref<BulkMoveHandle>;
  /** The selected units. */
  readonly items: readonly LocalInventoryItem[];
  readonly locations: readonly LocationOption[];
  readonly onPrint: PrintLabels;
  /** @param failed the units that were not changed */
  readonly onDone: (failed: readonly number[]) => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

const ACTIONS = {
  quarantine: {
    endpoint: quarantineUnit,
    title: 'Quarantine Items',
    label: 'Quarantine',
    what: 'move to quarantine and are not for sale there',
    done: 'Moved',
    to: ' to quarantine',
  },
  remove: { endpoint: removeUnit, title: 'Remove Items', label: 'Remove', what: 'leave the stock', done: 'Removed', to: '' },
} as const;

/** The actions for all selected units. */
export function ItemsBulk({ ref, items, locations, onPrint, onDone, returnFocusTo }: ItemsBulkProps) {
  const [asked, setAsked] = useState<keyof typeof ACTIONS>();
  const { progress, failures, run } = useUnitBatch();
  const action = asked && ACTIONS[asked];
  const affected = asked === 'quarantine' ? items.filter(({ status }) => status !== 'QUARANTINE') : items;
  return (
    <>
      <BulkMove
        {...(ref !== undefined && { ref })}
        chosen={`${items.length.toLocaleString()} selected`}
        ids={async () => items.map(({ id }) => id)}
        locations={locations}
        onMoved={onDone}
      >
        <Button onClick={() => setAsked('quarantine')}>
          <ShieldAlert size={16} aria-hidden /> Quarantine
        </Button>
        <Button onClick={() => onPrint(items.map(itemLabel))}>
          <Printer size={16} aria-hidden /> Print labels
        </Button>
        <Button className="text-bad" onClick={() => setAsked('remove')}>
          <Trash2 size={16} aria-hidden /> Remove
        </Button>
        <BatchFailureList failures={failures} />
      </BulkMove>
      {action !== undefined && (
        <ReasonDialog
          title={action.title}
          description={`${affected.length.toLocaleString()} ${affected.length === 1 ? 'unit' : 'units'}: they ${action.what}. It can be undone under Adjustments.`}
          confirmLabel={progress === undefined ? action.label : `${progress.done} / ${progress.total}`}
          isDangerous={asked === 'remove'}
          isBusy={progress !== undefined}
          failure={null}
          onConfirm={async (why) => {
            const failed = await run({
              ids: async () => affected.map(({ id }) => id),
              each: (id) => call(action.endpoint, { body: { id, ...why } }),
              summary: (count) => `${action.done} ${count}${action.to}`,
            });
            setAsked(undefined);
            onDone([...(failed?.keys() ?? [])]);
          }}
          onClose={() => setAsked(undefined)}
          returnFocusTo={returnFocusTo}
        />
      )}
    </>
  );
}
