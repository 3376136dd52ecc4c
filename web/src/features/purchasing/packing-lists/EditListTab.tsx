import { numberText } from '@stowage/contract/formats/text/number-text';
import { reopenPackingList } from '@stowage/contract/purchasing/closing';
import { cancelPackingList, duplicatePackingList } from '@stowage/contract/purchasing/packing-list-edits';
import { exportPackingLists, listPackingLists, type PackingListOption } from '@stowage/contract/purchasing/packing-lists';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { RecordDocuments } from '../../../shared/documents/RecordDocuments.tsx';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { completeList } from '../../../shared/list/complete-list.ts';
import { ListBar } from '../../../shared/list/ListBar.tsx';
import { ListTable } from '../../../shared/list/ListTable.tsx';
import { useList } from '../../../shared/list/use-list.ts';
import { newId } from '../../../shared/new-id.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { buttonColumn } from '../../../ui/column/button-column.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { Day } from '../../../ui/format/Day.tsx';
import { When } from '../../../ui/format/When.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { ReopenDialog } from '../closing/ReopenDialog.tsx';
import { ChangeLogDialog } from '../purchase-orders/ChangeLogDialog.tsx';
import type { OrderTabProps } from '../purchase-orders/order-tab.ts';
import type { KeyedDraft } from '../use-drafts-by-key.ts';
import { overOrderedQuestion, useOverOrderedConfirmation } from '../use-over-ordered-confirmation.tsx';
import { ListAttachment } from './ListAttachment.tsx';
import { type HeaderDraft, ListHeaderForm } from './ListHeaderForm.tsx';
import { ListLinesCard } from './ListLinesCard.tsx';
import { linesOfList } from './line-queries.ts';
import { isOpenList, ListStateBadge } from './packing-list-names.tsx';

interface EditListTabProps extends OrderTabProps {
  /** What is typed into the header of a list. */
  readonly header: (listId: number) => KeyedDraft<HeaderDraft>;
}

/** The order's packing lists, and the open one. */
export function EditListTab(props: EditListTabProps) {
  const { poNumber, address, onAddress } = props;
  const lists = useQuery(queryFor(listPackingLists, { body: { poNumber } }));
  const open = lists.data?.find(({ value }) => value === address.list);
  const { rows, sorting } = completeList({ rows: lists.data ?? [], sorts: SORTS, address, onAddress });
  const onOpen = ({ value }: PackingListOption) => onAddress({ list: value });
  const list = useList({ name: 'packing-lists', address, onAddress, narrow: onAddress, parts: ['sort', 'ascending'], columns: columns(onOpen) });
  return (
    <>
      <Card
        title="Packing lists"
        description="Open one to change its header and its lines."
        aside={<ExportButton endpoint={exportPackingLists} input={{ query: { poNumber } }} name={`packing lists of ${poNumber}.csv`} />}
      >
        <QueryResult
          query={lists}
          failure="The packing lists could not be loaded"
          rows={3}
          empty={<EmptyState title="No Packing Lists Created">Create one on the tab Create New Packing List.</EmptyState>}
        >
          {() => (
            <>
              <ListBar list={list} chips={[]} sorting={sorting} total={{ count: rows.length }} nouns={['packing list', 'packing lists']} />
              <ListTable label="Packing lists" {...{ list, sorting, rows, onOpen }} onEdit={onOpen} keyOf={({ value }) => value} />
            </>
          )}
        </QueryResult>
      </Card>
      {open !== undefined && <OpenList key={open.value} list={open} {...props} />}
    </>
  );
}

function OpenList({ list, header, ...props }: EditListTabProps & { readonly list: PackingListOption }) {
  const { poNumber, address, mayManage, onAddress } = props;
  const mayEdit = mayManage && isOpenList(list);
  return (
    <>
      <Card
        title={`${list.label}, header`}
        aside={
          <div className="flex flex-wrap gap-2">
            {mayManage && <ListActions poNumber={poNumber} list={list} onOpen={(id) => onAddress({ list: id })} />}
            <Button onClick={() => onAddress({ window: 'changes' })}>Change log</Button>
          </div>
        }
      >
        <ListHeaderForm list={list} isFixed={!mayEdit} {...header(list.value)} />
        <ListAttachment list={list} isFixed={!mayEdit} />
      </Card>
      <ListLinesCard list={list} mayEdit={mayEdit} {...props} />
      <RecordDocuments kind="PACKING_LIST" id={String(list.value)} label={`${poNumber}, ${list.shipment_id}`} />
      {address.window === 'changes' && <ChangeLogDialog poNumber={poNumber} list={list} onClose={() => onAddress({ window: undefined })} />}
    </>
  );
}

interface ListActionsProps {
  readonly poNumber: string;
  readonly list: PackingListOption;
  readonly onOpen: (id: number) => void;
}

function ListActions({ poNumber, list, onOpen }: ListActionsProps) {
  const lines = useQuery(linesOfList({ poNumber, packingListId: list.value }));
  const { confirm, dialog } = useOverOrderedConfirmation('Duplicate');
  const [asked, setAsked] = useState<'cancel' | 'reopen'>();
  // The same until the answer arrives, so that pressing again after a lost answer makes no second copy.
  const [clientId, setClientId] = useState(newId);
  const duplicate = useCommand(duplicatePackingList, [listPackingLists]);
  const cancel = useCommand(cancelPackingList, [listPackingLists]);
  const reopen = useCommand(reopenPackingList, [listPackingLists]);
  const input = { params: { id: list.value } };
  const failed = (error: Error) => toast('bad', error.message);
  // The units of a canceled list don't count; those of its copy do.
  const times = list.state === 'CANCELED' ? 1 : 2;
  const over = (lines.data ?? []).filter(
    (line) => line.packinglist_qty > 0 && times * line.packinglist_qty + line.other_packinglist_qty > line.qty_ordered,
  ).length;
  const opened = (id: number) => {
    setClientId(newId);
    onOpen(id);
  };
  const confirmAndDuplicate = async () => {
    if (over === 0 || (await confirm(overOrderedQuestion(over)))) {
      duplicate.mutate({ ...input, body: { clientId } }, { onSuccess: ({ id }) => opened(id), onError: failed });
    }
  };
  return (
    <>
      <Button disabled={duplicate.isPending || lines.data === undefined} onClick={() => void confirmAndDuplicate()}>
        Duplicate
      </Button>
      {dialog}
      {isOpenList(list) && list.received === 0 && <Button onClick={() => setAsked('cancel')}>Cancel packing list</Button>}
      {list.state === 'CLOSED' && <Button onClick={() => setAsked('reopen')}>Reopen</Button>}
      <ConfirmDialog
        title="Cancel packing list"
        question={`No unit of ${list.label} was received. Cancel it?`}
        confirmLabel="Cancel packing list"
        isDangerous
        isBusy={cancel.isPending}
        open={asked === 'cancel'}
        onConfirm={() => cancel.mutate(input, { onError: failed, onSettled: () => setAsked(undefined) })}
        onClose={() => setAsked(undefined)}
      />
      {asked === 'reopen' && (
        <ReopenDialog
          label={list.label}
          isBusy={reopen.isPending}
          onReopen={(reason) => reopen.mutate({ ...input, body: { reason } }, { onError: failed, onSuccess: () => setAsked(undefined) })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

const SORTS = {
  label: (list: PackingListOption) => list.label,
  shipment: (list: PackingListOption) => list.shipment_id,
  carrier: (list: PackingListOption) => list.carrier,
  tracking: (list: PackingListOption) => list.tracking_number,
  expected: (list: PackingListOption) => list.expected_date,
  skus: (list: PackingListOption) => list.skus,
  units: (list: PackingListOption) => list.units,
  received: (list: PackingListOption) => list.received,
  damaged: (list: PackingListOption) => list.damaged,
  state: (list: PackingListOption) => list.state,
  created: (list: PackingListOption) => list.created_at,
};

function columns(onOpen: (list: PackingListOption) => void): readonly Column<PackingListOption>[] {
  return [
    { heading: 'Label', isTitle: true, sort: 'label', cell: ({ label }) => label },
    { heading: 'Shipment id', sort: 'shipment', cell: ({ shipment_id }) => shipment_id },
    { heading: 'Carrier', sort: 'carrier', cell: ({ carrier }) => carrier ?? 'N/A' },
    { heading: 'Tracking', sort: 'tracking', cell: ({ tracking_number }) => tracking_number ?? 'N/A' },
    { heading: 'Expected date', sort: 'expected', cell: ({ expected_date }) => <Day day={expected_date} /> },
    { heading: 'SKUs', align: 'right', sort: 'skus', cell: ({ skus }) => numberText(skus) },
    { heading: 'Units', align: 'right', sort: 'units', cell: ({ units }) => numberText(units) },
    { heading: 'Received', align: 'right', sort: 'received', cell: ({ received }) => numberText(received) },
    { heading: 'Damaged', align: 'right', sort: 'damaged', cell: ({ damaged }) => numberText(damaged) },
    { heading: 'Status', sort: 'state', cell: ({ state }) => <ListStateBadge state={state} /> },
    {
      heading: 'Created by',
      sort: 'created',
      cell: ({ created_by, created_at }) => (
        <>
          {created_by}, <When text={created_at} />
        </>
      ),
    },
    buttonColumn({ heading: 'Open', text: 'Open', nameOf: ({ label }) => label, onPress: onOpen }),
  ];
}
