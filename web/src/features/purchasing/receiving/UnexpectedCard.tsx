import { numberText } from '@stowage/contract/formats/text/number-text';
import type { PackingListOption } from '@stowage/contract/purchasing/packing-lists';
import { listUnexpected, resolveUnexpected, type UnexpectedItem } from '@stowage/contract/purchasing/unexpected-items';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { AddProductLink } from '../../../shared/product-links.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { Photo } from '../../../ui/format/Photo.tsx';
import { When } from '../../../ui/format/When.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { AddItemDialog } from '../purchase-orders/AddItemDialog.tsx';
import { FindLineDialog } from './FindLineDialog.tsx';
import type { OnLinesChanged } from './use-receiving.ts';

interface UnexpectedCardProps {
  readonly poNumber: string;
  readonly list: PackingListOption;
  readonly mayManage: boolean;
  readonly onChanged: OnLinesChanged;
  readonly returnFocusTo: () => HTMLElement | null;
}

type Outcome =
  | { readonly outcome: 'RECEIVED'; readonly stowage_supplier_po_id: number }
  | { readonly outcome: 'PARKED' }
  | { readonly outcome: 'DISMISSED'; readonly expectedQuantity: number };

/** Scanned codes that match no line of the list: each one is received on a line, parked or dismissed. */
export function UnexpectedCard({ poNumber, list, mayManage, onChanged, returnFocusTo }: UnexpectedCardProps) {
  const items = useQuery(queryFor(listUnexpected, { params: { id: list.value } }));
  const [adding, setAdding] = useState<Pick<UnexpectedItem, 'code' | 'quantity'>>();
  const [finding, setFinding] = useState<string>();
  const command = useCommand(resolveUnexpected, [listUnexpected]);
  const resolve = (code: string, outcome: Outcome) =>
    command.mutate(
      { params: { id: list.value }, body: { code, ...outcome } },
      {
        onSuccess: () => {
          onChanged();
          returnFocusTo()?.focus();
        },
        onError: (error) => toast('bad', error.message),
      },
    );
  if (!items.isError && (items.data ?? []).length === 0) return null;
  return (
    <Card title="Unexpected items" description="These codes match no line of this list. Resolve each one before you close the list.">
      <QueryResult query={items} failure="The unexpected items could not be loaded" empty={null}>
        {(rows) => (
          <DataTable
            label="Unexpected items"
            columns={columns({ mayManage, isBusy: command.isPending, onResolve: resolve, onFind: setFinding, onAdd: setAdding })}
            rows={rows}
            keyOf={({ code }) => code}
          />
        )}
      </QueryResult>
      {finding !== undefined && (
        <FindLineDialog
          poNumber={poNumber}
          code={finding}
          onClose={() => setFinding(undefined)}
          onLine={(id) => {
            setFinding(undefined);
            resolve(finding, { outcome: 'RECEIVED', stowage_supplier_po_id: id });
          }}
          returnFocusTo={returnFocusTo}
        />
      )}
      {adding !== undefined && (
        <AddItemDialog
          poNumber={poNumber}
          packingListId={list.value}
          code={adding.code}
          quantity={adding.quantity}
          onClose={() => setAdding(undefined)}
          onAdded={(id) => {
            setAdding(undefined);
            resolve(adding.code, { outcome: 'RECEIVED', stowage_supplier_po_id: id });
          }}
          returnFocusTo={returnFocusTo}
        />
      )}
    </Card>
  );
}

interface ColumnsOptions {
  readonly mayManage: boolean;
  readonly isBusy: boolean;
  readonly onResolve: (code: string, outcome: Outcome) => void;
  readonly onFind: (code: string) => void;
  readonly onAdd: (item: UnexpectedItem) => void;
}

function columns({ mayManage, isBusy, onResolve, onFind, onAdd }: ColumnsOptions): readonly Column<UnexpectedItem>[] {
  return [
    { heading: 'Code', cell: ({ code }) => <span className="font-mono break-all lg:[word-break:normal]">{code}</span> },
    {
      heading: 'Item',
      isTitle: true,
      cell: ({ code, item_name, image_url }) => (
        <span className="flex flex-wrap items-center gap-2">
          <Photo url={image_url} /> {item_name ?? 'Not in the catalog'} {item_name === null && <AddProductLink code={code} />}
        </span>
      ),
    },
    { heading: 'Qty', align: 'right', cell: ({ quantity }) => numberText(quantity) },
    { heading: 'Last scan', cell: ({ last_at }) => <When text={last_at} /> },
    {
      heading: 'Decision',
      isAction: true,
      cell: (item) => (
        <span className="flex flex-wrap items-center gap-2">
          {item.stowage_supplier_po_id !== null && (
            <Button
              size="small"
              look="primary"
              disabled={isBusy}
              aria-label={`Receive ${item.code} on ${item.supplier_sku}`}
              onClick={() =>
                item.stowage_supplier_po_id !== null && onResolve(item.code, { outcome: 'RECEIVED', stowage_supplier_po_id: item.stowage_supplier_po_id })
              }
            >
              Receive on {item.supplier_sku}
            </Button>
          )}
          <Button size="small" disabled={isBusy} aria-label={`Find the line of ${item.code}`} onClick={() => onFind(item.code)}>
            Find line
          </Button>
          {mayManage && (
            <Button size="small" disabled={isBusy} onClick={() => onAdd(item)}>
              Add line
            </Button>
          )}
          <Button size="small" disabled={isBusy} aria-label={`Move ${item.code} to quarantine`} onClick={() => onResolve(item.code, { outcome: 'PARKED' })}>
            To quarantine
          </Button>
          <Button
            size="small"
            look="quiet"
            disabled={isBusy}
            aria-label={`Dismiss ${item.code}`}
            onClick={() => onResolve(item.code, { outcome: 'DISMISSED', expectedQuantity: item.quantity })}
          >
            Dismiss
          </Button>
        </span>
      ),
    },
  ];
}
