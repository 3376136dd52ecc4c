import { createPackingList, getPoLines, listPackingLists, type PoLine, RECEIVING_MESSAGES } from '@stowage/contract/receiving';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queryFor, useCommand } from '../../api/query.ts';
import { newId } from '../../shared/new-id.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Identifier } from '../../ui/Identifier.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/States.tsx';
import { toast } from '../../ui/Toast.tsx';
import type { OrderTabProps } from './ReceivePage.tsx';

type Quantities = Readonly<Record<number, string>>;

/** Says what of an order comes together. */
export function CreateListTab({ poNumber, mayManage, onChanged, onAddress }: OrderTabProps) {
  const lines = useQuery(queryFor(getPoLines, { body: { poNumber } }));
  const [typed, setTyped] = useState<Quantities>({});
  const [saved, setSaved] = useState<Quantities>();
  const [isAsked, setAsked] = useState(false);
  const [isDone, setDone] = useState(false);
  const clientId = useRef(newId());
  const create = useCommand(createPackingList, [listPackingLists, getPoLines]);

  const wanted = Object.entries(typed).filter(([, text]) => Number(text) > 0);
  const isWrong = Object.values(typed).some((text) => text !== '' && !/^\d{1,7}$/.test(text));
  const over = (lines.data ?? []).filter(
    (line) => Number(typed[line.id] ?? 0) + line.all_packinglist_qty > line.qty_ordered && Number(typed[line.id] ?? 0) > 0,
  );

  const save = () =>
    create.mutate(
      { body: { poNumber, packingList: Object.fromEntries(wanted), clientId: clientId.current } },
      {
        onSuccess: () => {
          // The next list is another one; this one, sent again after a lost answer, is not.
          clientId.current = newId();
          setSaved(typed);
          setDone(true);
          onChanged();
        },
        onError: (error) => toast('bad', `Not saved: ${error.message}`),
        onSettled: () => setAsked(false),
      },
    );
  const change = (id: number, text: string) => {
    setTyped({ ...typed, [id]: text });
    setDone(false);
  };

  return (
    <Card
      title="Create New Packing List"
      aside={
        <Button
          look="primary"
          disabled={!mayManage || wanted.length === 0 || isWrong || create.isPending || typed === saved}
          onClick={() => (over.length > 0 ? setAsked(true) : save())}
        >
          {create.isPending ? 'Saving...' : 'Save Packing List'}
        </Button>
      }
    >
      {!mayManage && <p className="px-4 pb-3 text-muted">Packing lists are made by an administrator.</p>}
      {saved !== undefined && typed === saved && (
        <div className="px-4 pb-3">
          <Banner tone="good">{RECEIVING_MESSAGES.created}</Banner>
        </div>
      )}
      {lines.isPending && <SkeletonRows count={5} />}
      {lines.isError && lines.data === undefined && (
        <ErrorState title="The order could not be loaded" detail={lines.error.message} onRetry={() => void lines.refetch()} />
      )}
      {lines.data?.length === 0 && <EmptyState title="No data available for the selected PO." />}
      {lines.data !== undefined && lines.data.length > 0 && (
        <DataTable
          label="New packing list"
          columns={columns({ typed, saved, isDisabled: !mayManage, onChange: change })}
          rows={lines.data}
          keyOf={({ id }) => id}
        />
      )}
      <ConfirmDialog
        title="More than was ordered"
        question={`${over.length.toLocaleString()} ${over.length === 1 ? 'line has' : 'lines have'} more on packing lists than was ordered. Save it all the same?`}
        confirmLabel="Save Packing List"
        isBusy={create.isPending}
        open={isAsked}
        onConfirm={save}
        onClose={() => setAsked(false)}
      />
      <Dialog title="Packing List Created" open={isDone} onClose={() => setDone(false)}>
        <div className="flex justify-end gap-2">
          <Button onClick={() => onAddress({ tab: 'receive', list: undefined })}>Receive against it</Button>
          <Button look="primary" autoFocus onClick={() => setDone(false)}>
            OK
          </Button>
        </div>
      </Dialog>
    </Card>
  );
}

interface ColumnsOptions {
  readonly typed: Quantities;
  readonly saved: Quantities | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (id: number, text: string) => void;
}

function columns({ typed, saved, isDisabled, onChange }: ColumnsOptions): readonly Column<PoLine>[] {
  return [
    { heading: 'PO Number', cell: ({ poNumber }) => poNumber },
    { heading: 'GTIN', cell: ({ gtin }) => <Identifier value={gtin} label="GTIN" /> },
    { heading: 'Supplier SKU', cell: ({ supplier_sku }) => supplier_sku },
    { heading: 'Product Name', isTitle: true, cell: ({ product_name }) => product_name },
    { heading: 'Ordered Qty', align: 'right', cell: ({ qty_ordered }) => qty_ordered.toLocaleString() },
    {
      heading: 'Packing List Qty',
      align: 'right',
      cell: ({ id, supplier_sku }) => {
        const text = typed[id] ?? '';
        return (
          <input
            aria-label={`Packing List Qty of ${supplier_sku}`}
            aria-invalid={(text !== '' && !/^\d{1,7}$/.test(text)) || undefined}
            title={text === '' ? undefined : text === saved?.[id] ? 'Saved' : 'Not saved'}
            inputMode="numeric"
            autoComplete="off"
            disabled={isDisabled}
            value={text}
            onChange={({ target }) => onChange(id, target.value.trim())}
            className={`min-h-9 w-24 rounded-md border-2 bg-surface px-2 text-right disabled:bg-sunken ${text === '' ? 'border-edge' : text === saved?.[id] ? 'border-good' : 'border-bad'}`}
          />
        );
      },
    },
    { heading: 'All Packing List Qty', align: 'right', cell: ({ all_packinglist_qty }) => all_packinglist_qty.toLocaleString() },
  ];
}
