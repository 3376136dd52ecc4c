import { numberText } from '@stowage/contract/formats/text/number-text';
import { createPackingList, listPackingLists } from '@stowage/contract/purchasing/packing-lists';
import { getPoLines, type PoLine } from '@stowage/contract/purchasing/purchase-order-lines';
import { RECEIVING_MESSAGES } from '@stowage/contract/purchasing/receiving';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { RefusedError } from '../../../api/problem.ts';
import { useCommand } from '../../../api/query.ts';
import { newId } from '../../../shared/new-id.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import type { OrderTabProps } from '../purchase-orders/order-tab.ts';
import { NEWEST } from '../receive-address.ts';
import type { KeyedDraft } from '../use-drafts-by-key.ts';
import { overOrderedQuestion, useOverOrderedConfirmation } from '../use-over-ordered-confirmation.tsx';
import { linesOfOrder } from './line-queries.ts';

type Quantities = Readonly<Record<number, string>>;

/** A packing list as it is typed. */
export interface NewList {
  readonly typed: Quantities;
  /** A retry keeps it, so that the list is created once. */
  readonly clientId: string;
}

const NOTHING: Quantities = {};

const SAVED_BEFORE = 'Not saved: this packing list was created before, with the quantities of the earlier attempt. Change them there';

/** Creates a packing list from quantities of the order's lines. */
export function CreateListTab({ poNumber, draft, mayManage, onDraft, onChanged, onAddress }: OrderTabProps & KeyedDraft<NewList>) {
  const lines = useQuery(linesOfOrder(poNumber));
  const [saved, setSaved] = useState<Quantities>();
  const typed = draft?.typed ?? saved ?? NOTHING;
  const { confirm, dialog } = useOverOrderedConfirmation('Save Packing List');
  const [isDone, setDone] = useState(false);
  const createdAs = useRef<string>(undefined);
  const create = useCommand(createPackingList, [listPackingLists, getPoLines]);

  const wanted = Object.entries(typed).filter(([, text]) => Number(text) > 0);
  const isWrong = Object.values(typed).some((text) => text !== '' && !/^\d{1,7}$/.test(text));
  const over = (lines.data ?? []).filter(
    (line) => Number(typed[line.id] ?? 0) + line.all_packinglist_qty > line.qty_ordered && Number(typed[line.id] ?? 0) > 0,
  );

  const save = () => {
    if (draft === undefined) return;
    create.mutate(
      { body: { poNumber, packingList: Object.fromEntries(wanted), clientId: draft.clientId } },
      {
        onSuccess: () => {
          createdAs.current = draft.clientId;
          // The next list needs a new id. What was typed during the save belongs to it.
          onDraft((now) => (now === draft || now === undefined ? undefined : { ...now, clientId: newId() }));
          setSaved(draft.typed);
          setDone(true);
          onChanged();
        },
        onError: (error) => {
          if (!(error instanceof RefusedError && error.reason === 'id_reused')) return toast('bad', `Not saved: ${error.message}`);
          // The answer of an earlier attempt was lost, and the quantities were changed since.
          toast('bad', SAVED_BEFORE, { label: 'Open it', onClick: () => void openList('edit', draft.clientId) });
          onChanged();
        },
      },
    );
  };
  const confirmAndSave = async () => {
    if (over.length === 0 || (await confirm(overOrderedQuestion(over.length)))) save();
  };
  const openList = async (tab: 'edit' | 'receive', createdWith: string | undefined) => {
    // If the call fails, the person chooses the list on the other tab.
    const [created] = createdWith === undefined ? [] : await call(listPackingLists, { body: { poNumber, clientId: createdWith } }).catch(() => []);
    onAddress({ tab, list: created?.value, ...NEWEST });
  };
  const change = (id: number, text: string) => {
    onDraft((now) => ({ typed: { ...(now?.typed ?? typed), [id]: text }, clientId: now?.clientId ?? newId() }));
    setDone(false);
  };

  return (
    <Card
      title="Create New Packing List"
      aside={
        <Button
          look="primary"
          disabled={!mayManage || wanted.length === 0 || isWrong || create.isPending || typed === saved}
          onClick={() => void confirmAndSave()}
        >
          {create.isPending ? 'Saving...' : 'Save Packing List'}
        </Button>
      }
    >
      {!mayManage && <p className="px-4 pb-3 text-muted">Only an administrator can create packing lists.</p>}
      {saved !== undefined && typed === saved && (
        <Banner tone="good" isInCard>
          {RECEIVING_MESSAGES.created}
        </Banner>
      )}
      <QueryResult query={lines} failure="The order could not be loaded" empty={<EmptyState title="No data available for the selected PO." />}>
        {(rows) => (
          <DataTable
            label="New packing list"
            columns={columns({ typed, saved, isDisabled: !mayManage, onChange: change })}
            rows={rows}
            keyOf={({ id }) => id}
            mayBeLong
          />
        )}
      </QueryResult>
      {dialog}
      <Dialog title="Packing List Created" open={isDone} onClose={() => setDone(false)}>
        <div className="flex justify-end gap-2">
          <Button onClick={() => void openList('receive', createdAs.current)}>Receive against it</Button>
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
    { heading: 'PO Number', width: '12%', cell: ({ poNumber }) => poNumber },
    { heading: 'GTIN', width: '14%', cell: ({ gtin }) => <Identifier value={gtin} label="GTIN" /> },
    { heading: 'Supplier SKU', width: '15%', cell: ({ supplier_sku }) => supplier_sku },
    { heading: 'Product Name', width: '29%', isTitle: true, cell: ({ product_name }) => product_name },
    { heading: 'Ordered Qty', width: '8%', align: 'right', cell: ({ qty_ordered }) => numberText(qty_ordered) },
    {
      heading: 'Packing List Qty',
      width: '12%',
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
    { heading: 'All Packing List Qty', width: '10%', align: 'right', cell: ({ all_packinglist_qty }) => numberText(all_packinglist_qty) },
  ];
}
