import { type ClosingLine, closePackingList, DECISIONS, type Decision, DIFFERENCES, type Difference, getClosing } from '@stowage/contract/packing-lists';
import { getPoLines, listPackingLists, type PackingListOption } from '@stowage/contract/receiving';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RefusedError } from '../../api/problem.ts';
import { queryFor, useCommand } from '../../api/query.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { ErrorState, SkeletonRows } from '../../ui/States.tsx';
import { DECISION_NAMES, DIFFERENCE_NAMES } from './list-names.tsx';

interface CloseListDialogProps {
  readonly list: PackingListOption;
  readonly onClose: () => void;
  readonly onClosed: () => void;
}

type Decided = Readonly<Record<string, Decision>>;

/** Decides every line that is short, over or damaged, and closes the list. */
export function CloseListDialog({ list, onClose, onClosed }: CloseListDialogProps) {
  const input = { params: { id: list.value } };
  const closing = useQuery({ ...queryFor(getClosing, input), staleTime: 0 });
  const [decided, setDecided] = useState<Decided>({});
  const close = useCommand(closePackingList, [listPackingLists, getPoLines]);
  const lines = closing.data?.lines ?? [];
  const undecided = lines.filter((line) => decided[keyOf(line)] === undefined).length;
  const decide = (some: readonly ClosingLine[], decision: Decision) =>
    setDecided({ ...decided, ...Object.fromEntries(some.map((line) => [keyOf(line), decision])) });
  const submit = () => {
    const decisions = lines.flatMap((line) => {
      const decision = decided[keyOf(line)];
      return decision === undefined
        ? []
        : [{ stowage_supplier_po_id: line.stowage_supplier_po_id, difference: line.difference, quantity: line.quantity, decision }];
    });
    close.mutate(
      { ...input, body: { decisions } },
      {
        onSuccess: onClosed,
        // What was looked at is no longer what would be decided.
        onError: (error) => error instanceof RefusedError && error.reason === 'changed_meanwhile' && void closing.refetch(),
      },
    );
  };
  return (
    <Dialog title={`Close ${list.label}`} description="Each line that is short, over or damaged is decided now." size="wide" open onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {closing.isPending && <SkeletonRows count={3} />}
        {closing.isError && closing.data === undefined && (
          <ErrorState title="The lines could not be loaded" detail={closing.error.message} onRetry={() => void closing.refetch()} />
        )}
        {closing.data !== undefined && closing.data.unexpected > 0 && (
          <Banner tone="warn">
            {closing.data.unexpected === 1 ? '1 unexpected scan waits' : `${closing.data.unexpected.toLocaleString()} unexpected scans wait`} for an answer: say
            first what was scanned.
          </Banner>
        )}
        {closing.data !== undefined && lines.length === 0 && <Banner tone="good">Everything came as listed.</Banner>}
        {lines.length > 1 && <ForAll lines={lines} onDecide={decide} />}
        {lines.length > 0 && (
          /* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what it can reach */
          <div role="region" aria-label="Lines to decide" tabIndex={0} className="max-h-[50dvh] overflow-auto rounded-card border border-line">
            <DataTable label="Lines to decide" columns={columns(decided, (line, decision) => decide([line], decision))} rows={lines} keyOf={keyOf} />
          </div>
        )}
        {close.isError && <Banner tone="bad">{close.error.message}</Banner>}
        <div className="flex flex-wrap items-center justify-end gap-2">
          {undecided > 0 && <p className="mr-auto text-muted">{undecided.toLocaleString()} to decide</p>}
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={closing.data === undefined || undecided > 0 || closing.data.unexpected > 0 || close.isPending} onClick={submit}>
            {close.isPending ? 'Closing...' : 'Close packing list'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function keyOf({ stowage_supplier_po_id, difference }: ClosingLine): string {
  return `${stowage_supplier_po_id} ${difference}`;
}

/** The same for every line of a kind. */
function ForAll({ lines, onDecide }: { lines: readonly ClosingLine[]; onDecide: (lines: readonly ClosingLine[], decision: Decision) => void }) {
  const kinds = DIFFERENCES.map((difference) => ({ difference, own: lines.filter((line) => line.difference === difference) })).filter(
    ({ own }) => own.length > 1,
  );
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      {kinds.map(({ difference, own }) => (
        <SelectField
          key={difference}
          label={`All ${own.length.toLocaleString()} ${DIFFERENCE_NAMES[difference].toLowerCase()} lines`}
          value=""
          options={optionsOf(difference)}
          onChange={({ target }) => target.value !== '' && onDecide(own, target.value as Decision)}
        />
      ))}
    </div>
  );
}

function optionsOf(difference: Difference) {
  return [{ value: '', label: 'Choose' }, ...DECISIONS[difference].map((decision) => ({ value: decision as string, label: DECISION_NAMES[decision] }))];
}

function columns(decided: Decided, onDecide: (line: ClosingLine, decision: Decision) => void): readonly Column<ClosingLine>[] {
  return [
    { heading: 'Supplier SKU', cell: ({ supplier_sku }) => supplier_sku },
    { heading: 'Product Name', isTitle: true, cell: ({ product_name }) => product_name },
    { heading: 'Packing List Qty', align: 'right', cell: ({ packinglist_qty }) => packinglist_qty.toLocaleString() },
    { heading: 'Received', align: 'right', cell: ({ packing_list_received }) => packing_list_received.toLocaleString() },
    {
      heading: 'Difference',
      cell: ({ difference, quantity }) => (
        <Badge tone={difference === 'DAMAGED' ? 'bad' : 'warn'}>
          {quantity.toLocaleString()} {DIFFERENCE_NAMES[difference].toLowerCase()}
        </Badge>
      ),
    },
    {
      heading: 'Decision',
      isAction: true,
      cell: (line) => (
        <select
          aria-label={`Decision for ${line.supplier_sku}, ${DIFFERENCE_NAMES[line.difference].toLowerCase()}`}
          value={decided[keyOf(line)] ?? ''}
          onChange={({ target }) => target.value !== '' && onDecide(line, target.value as Decision)}
          className="min-h-9 rounded-md border border-edge bg-surface px-2 max-lg:min-h-11"
        >
          {optionsOf(line.difference).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ),
    },
  ];
}
