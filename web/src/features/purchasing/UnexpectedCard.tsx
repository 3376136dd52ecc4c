import { listUnexpected, settleUnexpected, type UnexpectedItem } from '@stowage/contract/packing-lists';
import { getPoLines, type PackingListOption } from '@stowage/contract/receiving';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Photo } from '../../ui/Photo.tsx';
import { toast } from '../../ui/Toast.tsx';
import { When } from '../../ui/When.tsx';
import { AddItemDialog } from './AddItemDialog.tsx';

interface UnexpectedCardProps {
  readonly poNumber: string;
  readonly list: PackingListOption;
  readonly mayManage: boolean;
  readonly onChanged: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

type Outcome = { readonly outcome: 'RECEIVED'; readonly stowage_supplier_po_id: number } | { readonly outcome: 'PARKED' | 'DISMISSED' };

/** Codes that were scanned and are on no line: each is a line after all, is parked, or was a mistake. */
export function UnexpectedCard({ poNumber, list, mayManage, onChanged, returnFocusTo }: UnexpectedCardProps) {
  const items = useQuery(queryFor(listUnexpected, { params: { id: list.value } }));
  const [adding, setAdding] = useState<string>();
  const settle = useCommand(settleUnexpected, [listUnexpected]);
  const tell = (code: string, outcome: Outcome) =>
    settle.mutate(
      { params: { id: list.value }, body: { code, ...outcome } },
      {
        onSuccess: () => {
          onChanged();
          returnFocusTo()?.focus();
        },
        onError: (error) => toast('bad', error.message),
      },
    );
  if (items.data === undefined || items.data.length === 0) return null;
  return (
    <Card title="Unexpected items" description="Scanned, but on no line of this list. The list can’t be closed before each has an answer.">
      <DataTable
        label="Unexpected items"
        columns={columns({ poNumber, mayManage, isBusy: settle.isPending, onTell: tell, onAdd: setAdding })}
        rows={items.data}
        keyOf={({ code }) => code}
      />
      {adding !== undefined && (
        <AddItemDialog
          poNumber={poNumber}
          packingListId={list.value}
          code={adding}
          onClose={() => setAdding(undefined)}
          onAdded={(id) => {
            setAdding(undefined);
            tell(adding, { outcome: 'RECEIVED', stowage_supplier_po_id: id });
          }}
          returnFocusTo={returnFocusTo}
        />
      )}
    </Card>
  );
}

interface ColumnsOptions {
  readonly poNumber: string;
  readonly mayManage: boolean;
  readonly isBusy: boolean;
  readonly onTell: (code: string, outcome: Outcome) => void;
  readonly onAdd: (code: string) => void;
}

function columns({ poNumber, mayManage, isBusy, onTell, onAdd }: ColumnsOptions): readonly Column<UnexpectedItem>[] {
  return [
    { heading: 'Code', cell: ({ code }) => <span className="font-mono break-all lg:[word-break:normal]">{code}</span> },
    {
      heading: 'Item',
      isTitle: true,
      cell: ({ item_name, image_url }) => (
        <span className="flex items-center gap-2">
          <Photo url={image_url} /> {item_name ?? 'Not in the catalogue'}
        </span>
      ),
    },
    { heading: 'Qty', align: 'right', cell: ({ quantity }) => quantity.toLocaleString() },
    { heading: 'Last scan', cell: ({ last_at }) => <When text={last_at} /> },
    {
      heading: 'What is it?',
      isAction: true,
      cell: (item) => (
        <span className="flex flex-wrap items-center gap-2">
          <LineChoice poNumber={poNumber} item={item} isBusy={isBusy} onLine={(id) => onTell(item.code, { outcome: 'RECEIVED', stowage_supplier_po_id: id })} />
          {mayManage && (
            <Button size="small" disabled={isBusy} onClick={() => onAdd(item.code)}>
              Add line
            </Button>
          )}
          <Button size="small" disabled={isBusy} aria-label={`Park ${item.code}`} onClick={() => onTell(item.code, { outcome: 'PARKED' })}>
            Park
          </Button>
          <Button size="small" look="quiet" disabled={isBusy} aria-label={`Dismiss ${item.code}`} onClick={() => onTell(item.code, { outcome: 'DISMISSED' })}>
            Dismiss
          </Button>
        </span>
      ),
    },
  ];
}

interface LineChoiceProps {
  readonly poNumber: string;
  readonly item: UnexpectedItem;
  readonly isBusy: boolean;
  readonly onLine: (id: number) => void;
}

/** Which line of the order it is; the one that has its code is offered. */
function LineChoice({ poNumber, item, isBusy, onLine }: LineChoiceProps) {
  const lines = useQuery(queryFor(getPoLines, { body: { poNumber } }));
  const [chosen, setChosen] = useState<number>();
  const id = chosen ?? item.stowage_supplier_po_id ?? undefined;
  return (
    <span className="flex items-center gap-2">
      <select
        aria-label={`Line of ${item.code}`}
        value={id ?? ''}
        onChange={({ target }) => setChosen(Number(target.value) || undefined)}
        className="min-h-9 max-w-40 rounded-md border border-edge bg-surface px-2"
      >
        <option value="">Choose a line</option>
        {(lines.data ?? []).map((line) => (
          <option key={line.id} value={line.id}>
            {line.supplier_sku} · {line.product_name}
          </option>
        ))}
      </select>
      <Button
        size="small"
        disabled={isBusy || id === undefined}
        aria-label={`Receive ${item.code} on this line`}
        onClick={() => id !== undefined && onLine(id)}
      >
        Receive
      </Button>
    </span>
  );
}
