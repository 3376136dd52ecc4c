import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { type LocalInventoryItem, listAwaitingPutaway, PUTAWAY_HOURS, PUTAWAY_LIMIT, searchLocalInventory } from '@stowage/contract/inventory/units';
import { listLocations } from '@stowage/contract/inventory/locations';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTopic } from '../../../api/live.ts';
import { queryFor } from '../../../api/query.ts';
import { useThrottled } from '../../../api/use-throttled.ts';
import { AddProductLink } from '../../../shared/product-links.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/States.tsx';
import { useWedge } from '../../../ui/scan/use-wedge.ts';
import type { ChangeAddress } from '../../../ui/table/change-address.ts';
import { BulkMove, type BulkMoveHandle } from '../bulk/BulkMove.tsx';
import { itemName } from '../history/item-name.ts';
import type { PrintLabels } from '../history/label-of.ts';
import { UnitHistoryDrawer } from '../history/UnitHistoryDrawer.tsx';
import { useDialogRow } from '../history/use-dialog-row.ts';
import type { AdjustmentAddress, ItemDialogName } from './adjustment-address.ts';
import { ConditionDialog } from './ConditionDialog.tsx';
import { ItemsTable } from './ItemsTable.tsx';
import { QuarantineDialog } from './QuarantineDialog.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';

interface ItemsTabProps {
  readonly address: AdjustmentAddress;
  readonly onAddress: ChangeAddress<AdjustmentAddress>;
  readonly onPrint: PrintLabels;
}

const DIALOGS = { remove: RemoveDialog, quarantine: QuarantineDialog, condition: ConditionDialog } as const;

/** Others' scans change these rows; a long list costs the server something. */
const REFRESH_MS = 2_000;

/** Every unit in stock of one code, to be moved, noted, quarantined or removed. */
export function ItemsTab({ address, onAddress, onPrint }: ItemsTabProps) {
  const identifier = address.q ?? '';
  const [text, setText] = useState(identifier);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const field = useRef<HTMLInputElement>(null);
  const bulk = useRef<BulkMoveHandle>(null);
  const locations = useQuery(queryFor(listLocations, {}));
  const search = useQuery({ ...queryFor(searchLocalInventory, { body: { identifier } }), enabled: identifier !== '', retry: false });
  const isLying = identifier === '' && address.show === 'lying';
  const lying = useQuery({ ...queryFor(listAwaitingPutaway, {}), enabled: isLying, retry: false });
  const list = isLying ? lying : search;
  const found = isLying ? lying.data?.data : search.data;
  const rows = found ?? [];
  const item = useDialogRow(found, address.item);
  // What somebody else took out is no longer there to be moved.
  const chosen = rows.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const refresh = () => list.refetch();
  const refreshSoon = useThrottled(() => (isLying || identifier !== '') && void refresh(), REFRESH_MS);
  useTopic(inventoryHistoryTopic, { onMessage: refreshSoon, onReconnect: refreshSoon });

  const find = (code: string) => {
    const wanted = code.trim();
    if (wanted === '') return;
    setText(wanted);
    setSelected(new Set());
    if (wanted === identifier) void refresh();
    onAddress({ q: wanted, show: undefined, dialog: undefined, item: undefined });
  };
  const onOpen = (dialog: ItemDialogName, { id }: LocalInventoryItem) => onAddress({ dialog, item: id });
  const close = () => onAddress({ dialog: undefined, item: undefined });
  const Asking = address.dialog === undefined || address.dialog === 'history' ? undefined : DIALOGS[address.dialog];
  // With units chosen, a location's code says where to.
  const scan = (code: string) => bulk.current?.moveTo(code) !== true && find(code);
  useWedge({ onScan: scan, focusField: () => field.current?.focus() });

  return (
    <Card title="Find Items" description="Scan or type an FNSKU, seller SKU, ASIN, UPC, EAN or item code.">
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          find(text);
        }}
        className="grid grid-cols-[1fr_auto] items-end gap-3 px-4 pb-4 sm:max-w-xl"
      >
        <TextField
          ref={field}
          label="Identifier"
          autoFocus
          autoComplete="off"
          className="font-mono"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" look="primary" disabled={search.isFetching}>
          {search.isFetching ? 'Searching...' : 'Search'}
        </Button>
      </form>
      {isLying && <Lying total={lying.data?.totalCount} shown={rows.length} />}
      {list.isError && (
        <div className="px-4 pb-4">
          <Banner tone="bad">Failed to search inventory</Banner>
        </div>
      )}
      {list.isFetching && found === undefined && <SkeletonRows count={5} />}
      {identifier !== '' && search.data?.length === 0 && <NothingFound code={identifier} />}
      {identifier === '' && !isLying && <EmptyState title="Nothing searched yet">The units in stock of the code appear here.</EmptyState>}
      {chosen.length > 0 && (
        <BulkMove
          ref={bulk}
          chosen={`${chosen.length} selected`}
          ids={async () => chosen}
          locations={locations.data ?? []}
          onMoved={(failed) => {
            setSelected(new Set(failed));
            void refresh();
            if (failed.length === 0) field.current?.focus();
          }}
        />
      )}
      {rows.length > 0 && (
        <ItemsTable rows={rows} locations={locations.data ?? []} selected={selected} onSelected={setSelected} onChanged={refresh} {...{ onOpen, onPrint }} />
      )}
      <UnitHistoryDrawer unit={item !== undefined && address.dialog === 'history' ? { id: item.id, name: itemName(item) } : undefined} onClose={close} />
      {item !== undefined && Asking !== undefined && <Asking item={item} onClose={close} onDone={() => void refresh()} returnFocusTo={() => field.current} />}
    </Card>
  );
}

/** How many there are, of which the table may show the first. */
function Lying({ total, shown }: { total: number | undefined; shown: number }) {
  if (total === undefined) return null;
  if (total === 0) return <EmptyState title={`Nothing lies in receiving for more than ${PUTAWAY_HOURS} hours`} />;
  return (
    <p role="status" className="px-4 pb-3">
      {`${total.toLocaleString()} ${total === 1 ? 'unit lies' : 'units lie'} in receiving for more than ${PUTAWAY_HOURS} hours`}
      {total === PUTAWAY_LIMIT && ' (or more)'}
      {shown < total && `; these are the ${shown.toLocaleString()} that lie there longest`}.
    </p>
  );
}

function NothingFound({ code }: { code: string }) {
  return (
    <EmptyState title="No items found">
      <p className="mb-3">Nothing in stock has the code {code}.</p>
      <AddProductLink code={code} />
    </EmptyState>
  );
}
