import type { BulkAction } from '@stowage/contract/bulk/bulk';
import { CONDITION_NAMES } from '@stowage/contract/catalog/conditions';
import { changeConditions, quarantineUnits, removeUnits } from '@stowage/contract/inventory/unit-bulk';
import { useState } from 'react';
import { runBulk } from '../../../shared/bulk/run-bulk.ts';
import { SelectField } from '../../../ui/form/Field.tsx';
import { ReasonDialog } from '../adjustment/ReasonDialog.tsx';
import type { UnitSelection } from './BulkMove.tsx';

const ACTIONS = {
  quarantine: { title: 'Quarantine Items', label: 'Quarantine', what: 'move to quarantine and are not for sale there' },
  remove: { title: 'Remove Items', label: 'Remove', what: 'leave the stock' },
  condition: { title: 'Change Condition', label: 'Change', what: "become units of their products' listings in the new condition" },
} as const;
export type ReasonAction = keyof typeof ACTIONS;

export interface BulkReasonDialogProps {
  readonly action: ReasonAction;
  readonly selection: UnitSelection;
  /** How many units, as text. */
  readonly count: string;
  readonly onClose: () => void;
  readonly onDone: (action: BulkAction) => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

/** Asks why, and removes, quarantines or changes the condition of the selected units. */
export function BulkReasonDialog({ action, selection, count, onClose, onDone, returnFocusTo }: BulkReasonDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [condition, setCondition] = useState('');
  const [isAsking, setAsking] = useState(false);
  const { title, label, what } = ACTIONS[action];

  const run = async (why: Parameters<Parameters<typeof ReasonDialog>[0]['onConfirm']>[0]) => {
    if (action === 'condition' && condition === '') return setAsking(true);
    setBusy(true);
    const common = { selection, title: `${label} ${count}` };
    const started = await (action === 'condition'
      ? runBulk(changeConditions, {
          ...common,
          title: `${count}: change to ${CONDITION_NAMES[Number(condition)]}`,
          input: { ...why, condition: Number(condition) },
        })
      : runBulk(action === 'remove' ? removeUnits : quarantineUnits, { ...common, input: why }));
    setBusy(false);
    // An action that could not start keeps the reason for another try.
    if (started === undefined) return;
    onClose();
    onDone(started);
  };

  return (
    <ReasonDialog
      title={title}
      description={`${count}: they ${what}. It can be undone.`}
      confirmLabel={label}
      isDangerous={action === 'remove'}
      isBusy={isBusy}
      failure={null}
      onConfirm={(why) => void run(why)}
      {...{ onClose, returnFocusTo }}
    >
      {action === 'condition' && (
        <SelectField
          label="New condition"
          value={condition}
          options={CONDITIONS}
          error={isAsking && condition === '' ? 'Please select a condition' : undefined}
          onText={setCondition}
        />
      )}
    </ReasonDialog>
  );
}

const BEST_FIRST = [11, 1, 2, 3, 4];
const CONDITIONS = [
  { value: '', label: 'Select a condition' },
  ...BEST_FIRST.map((code) => ({ value: String(code), label: CONDITION_NAMES[code] ?? String(code) })),
];
