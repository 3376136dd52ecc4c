import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { type ClosingLine, closePackingList, DECISIONS, type Decision, DIFFERENCES, type Difference, getClosing } from '@stowage/contract/purchasing/closing';
import { listPackingLists, type PackingListOption } from '@stowage/contract/purchasing/packing-lists';
import { getPoLines } from '@stowage/contract/purchasing/purchase-order-lines';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isChangedMeanwhile } from '../../../api/problem.ts';
import { queryFor, useCommand } from '../../../api/query.ts';
import { useScanQueue } from '../../../shared/scan/use-scan-queue.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { DECISION_NAMES, DIFFERENCE_NAMES } from '../packing-lists/packing-list-names.tsx';
import { receivingDelivery } from '../receiving/receiving-delivery.ts';

interface CloseListDialogProps {
  readonly list: PackingListOption;
  readonly onClose: () => void;
  readonly onClosed: () => void;
  readonly returnFocusTo?: () => HTMLElement | null;
}

/** The decisions by line, with the quantity that each one covers: a changed quantity needs a new decision. */
type Decided = Readonly<Record<string, { readonly decision: Decision; readonly quantity: number }>>;

/** Asks for a decision about each short, over or damaged line, and closes the list. */
export function CloseListDialog({ list, onClose, onClosed, returnFocusTo }: CloseListDialogProps) {
  const input = { params: { id: list.value } };
  const closing = useQuery({ ...queryFor(getClosing, input), staleTime: 0 });
  const [decided, setDecided] = useState<Decided>({});
  const close = useCommand(closePackingList, [listPackingLists, getPoLines]);
  const lines = closing.data?.lines ?? [];
  const undecided = lines.filter((line) => decisionOf(decided, line) === undefined).length;
  const outdated = lines.filter((line) => isOutdated(decided, line)).length;
  const unsaved = useUnsavedScans(list.value);
  const decide = (some: readonly ClosingLine[], decision: Decision) =>
    setDecided({ ...decided, ...Object.fromEntries(some.map((line) => [keyOf(line), { decision, quantity: line.quantity }])) });
  const submit = () => {
    const decisions = lines.flatMap((line) => {
      const decision = decisionOf(decided, line);
      return decision === undefined
        ? []
        : [{ stowage_supplier_po_id: line.stowage_supplier_po_id, difference: line.difference, quantity: line.quantity, decision }];
    });
    close.mutate(
      { ...input, body: { decisions } },
      {
        onSuccess: onClosed,
        onError: (error) => isChangedMeanwhile(error) && void closing.refetch(),
      },
    );
  };
  return (
    <FormDialog
      title={`Close ${list.label}`}
      description="Decide each line that is short, over or damaged."
      size="wide"
      submitLabel="Close packing list"
      busyLabel="Closing..."
      command={close}
      isReady={closing.data !== undefined && undecided === 0 && closing.data.unexpected === 0 && unsaved === 0}
      onSubmit={submit}
      onClose={onClose}
      {...(returnFocusTo !== undefined && { returnFocusTo })}
    >
      <QueryResult query={closing} failure="The lines could not be loaded" rows={3}>
        {({ unexpected }) => <Findings {...{ unexpected, unsaved }} isAsListed={lines.length === 0} />}
      </QueryResult>
      {outdated > 0 && <Banner tone="warn">The quantity of {counted(outdated, 'decided line')} has changed. Decide again.</Banner>}
      {lines.length > 1 && <ForAll lines={lines} onDecide={decide} />}
      {lines.length > 0 && (
        <DataTable
          label="Lines to decide"
          columns={columns(decided, (line, decision) => decide([line], decision))}
          rows={lines}
          keyOf={keyOf}
          mayBeLong
          isInDialog
        />
      )}
      {undecided > 0 && <p className="text-muted">{numberText(undecided)} to decide</p>}
    </FormDialog>
  );
}

/** The scans of a list on this device that are not saved: closing the list would refuse them, and claim their units. */
function useUnsavedScans(packingListId: number): number {
  const { scans } = useScanQueue(receivingDelivery);
  return scans.filter((scan) => scan.packingListId === packingListId && scan.state !== 'done' && scan.state !== 'refused').length;
}

interface FindingsProps {
  readonly unexpected: number;
  readonly unsaved: number;
  readonly isAsListed: boolean;
}

/** What must be done before, and whether there is nothing to decide. */
function Findings({ unexpected, unsaved, isAsListed }: FindingsProps) {
  const [scans, them] = unsaved === 1 ? ['scan of this device is', 'it'] : ['scans of this device are', 'them'];
  return (
    <>
      {unexpected > 0 && <Banner tone="warn">Resolve {counted(unexpected, 'unexpected scan')} first.</Banner>}
      {unsaved > 0 && <Banner tone="warn">{`${numberText(unsaved)} ${scans} not saved yet. Retry or dismiss ${them} in the list of scans first.`}</Banner>}
      {isAsListed && <Banner tone="good">Every line was received as listed.</Banner>}
    </>
  );
}

function keyOf({ stowage_supplier_po_id, difference }: ClosingLine): string {
  return `${stowage_supplier_po_id} ${difference}`;
}

function decisionOf(decided: Decided, line: ClosingLine): Decision | undefined {
  const one = decided[keyOf(line)];
  return one?.quantity === line.quantity ? one.decision : undefined;
}

function isOutdated(decided: Decided, line: ClosingLine): boolean {
  return decided[keyOf(line)] !== undefined && decisionOf(decided, line) === undefined;
}

/** Applies one decision to all lines with the same difference. */
function ForAll({ lines, onDecide }: { lines: readonly ClosingLine[]; onDecide: (lines: readonly ClosingLine[], decision: Decision) => void }) {
  const kinds = DIFFERENCES.map((difference) => ({ difference, own: lines.filter((line) => line.difference === difference) })).filter(
    ({ own }) => own.length > 1,
  );
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      {kinds.map(({ difference, own }) => (
        <SelectField
          key={difference}
          label={`All ${numberText(own.length)} ${DIFFERENCE_NAMES[difference].toLowerCase()} lines`}
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
    { heading: 'Supplier SKU', width: '15%', cell: ({ supplier_sku }) => supplier_sku },
    { heading: 'Product Name', width: '29%', isTitle: true, cell: ({ product_name }) => product_name },
    { heading: 'Packing List Qty', width: '9%', align: 'right', cell: ({ packinglist_qty }) => numberText(packinglist_qty) },
    { heading: 'Received', width: '9%', align: 'right', cell: ({ packing_list_received }) => numberText(packing_list_received) },
    {
      heading: 'Difference',
      width: '13%',
      cell: ({ difference, quantity }) => (
        <Badge tone={difference === 'DAMAGED' ? 'bad' : 'warn'}>
          {numberText(quantity)} {DIFFERENCE_NAMES[difference].toLowerCase()}
        </Badge>
      ),
    },
    {
      heading: 'Decision',
      width: '25%',
      isAction: true,
      cell: (line) => (
        <span className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <select
            aria-label={`Decision for ${line.supplier_sku}, ${DIFFERENCE_NAMES[line.difference].toLowerCase()}`}
            value={decisionOf(decided, line) ?? ''}
            onChange={({ target }) => target.value !== '' && onDecide(line, target.value as Decision)}
            className="w-full min-w-0 min-h-9 rounded-md border border-edge bg-surface px-2 max-lg:min-h-11"
          >
            {optionsOf(line.difference).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          {isOutdated(decided, line) && (
            <span className="text-xs font-medium text-warn">Was {numberText(decided[keyOf(line)]?.quantity ?? 0)}: decide again</span>
          )}
        </span>
      ),
    },
  ];
}
