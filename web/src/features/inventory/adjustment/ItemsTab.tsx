import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import {
  type LocalInventoryItem,
  listAwaitingPutaway,
  PUTAWAY_HOURS,
  PUTAWAY_LIMIT,
  SEARCH_LIMIT,
  searchLocalInventory,
} from '@stowage/contract/inventory/units';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, useRef } from 'react';
import { useTopicRefresh } from '../../../api/live.ts';
import { queryFor } from '../../../api/query.ts';
import { useThrottled } from '../../../api/use-throttled.ts';
import { AddProductLink } from '../../../shared/product-links.tsx';
import { useLocations } from '../../../shared/use-locations.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SearchForm, type SearchFormHandle } from '../../../ui/form/SearchForm.tsx';
import { useWedge } from '../../../ui/scan/use-wedge.ts';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { useDialogRow } from '../../../ui/table/rows/use-dialog-row.ts';
import type { BulkMoveHandle } from '../bulk/BulkMove.tsx';
import { useSelection } from '../bulk/use-selection.ts';
import { itemName } from '../history/item-name.ts';
import type { PrintLabels } from '../history/label-of.ts';
import { UnitHistoryDrawer } from '../history/UnitHistoryDrawer.tsx';
import type { AdjustmentAddress, ItemDialogName } from './adjustment-address.ts';
import { ConditionDialog } from './ConditionDialog.tsx';
import { ItemsBulk } from './ItemsBulk.tsx';
import { ItemsTable } from './ItemsTable.tsx';
import { QuarantineDialog } from './QuarantineDialog.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';

interface ItemsTabProps extends AddressProps<AdjustmentAddress> {
  readonly onPrint: PrintLabels;
}

const DIALOGS = { remove: RemoveDialog, quarantine: QuarantineDialog, condition: ConditionDialog } as const;

/** Limits how often other people's scans reload a long list. */
const REFRESH_MS = 2_000;

/** The units in stock of one code, to move, note, quarantine or remove. */
export function ItemsTab({ address, onAddress, onPrint }: ItemsTabProps) {
  const identifier = address.q ?? '';
  const { selected, select, toggle } = useSelection();
  const field = useRef<SearchFormHandle>(null);
  const bulk = useRef<BulkMoveHandle>(null);
  const locations = useLocations();
  const search = useQuery({ ...queryFor(searchLocalInventory, { body: { identifier } }), enabled: identifier !== '', retry: false });
  const isPutaway = identifier === '' && address.show === 'lying';
  const putaway = useQuery({ ...queryFor(listAwaitingPutaway, {}), enabled: isPutaway, retry: false });
  const list = isPutaway ? putaway : search;
  const found = isPutaway ? putaway.data?.data : search.data;
  const rows = found ?? [];
  const item = useDialogRow(found, 'id', address.item);
  // Leaves out units that another person removed meanwhile.
  const chosen = rows.filter(({ id }) => selected.has(id));
  const refresh = () => list.refetch();
  const refreshSoon = useThrottled(() => (isPutaway || identifier !== '') && void refresh(), REFRESH_MS);
  useTopicRefresh(inventoryHistoryTopic, refreshSoon);

  const find = (wanted: string | undefined) => {
    if (wanted === undefined) return;
    select([]);
    if (wanted === identifier) void refresh();
    onAddress({ q: wanted, show: undefined, dialog: undefined, item: undefined });
  };
  const onOpen = (dialog: ItemDialogName, { id }: LocalInventoryItem) => onAddress({ dialog, item: id });
  const close = () => onAddress({ dialog: undefined, item: undefined });
  const returnFocusTo = () => field.current?.element ?? null;
  const ItemDialog = address.dialog === undefined || address.dialog === 'history' ? undefined : DIALOGS[address.dialog];
  // While units are selected, scanning a location moves them there.
  const scan = (code: string) => bulk.current?.moveTo(code) !== true && field.current?.search(code);
  useWedge({ onScan: scan, focusField: () => field.current?.focus() });

  return (
    <Card title="Find Items" description="Scan or type an FNSKU, seller SKU, ASIN, UPC, EAN or item code.">
      <SearchForm
        ref={field}
        label="Identifier"
        maxLength={256}
        search={identifier}
        isBusy={search.isFetching}
        isMain
        isForCodes
        autoFocus
        onSearch={find}
        className="px-4 pb-4 sm:max-w-xl"
      />
      {isPutaway && <PutawaySummary total={putaway.data?.totalCount} shown={rows.length} />}
      <SearchState list={list} code={isPutaway ? undefined : identifier} count={found?.length} />
      {!isPutaway && rows.length === SEARCH_LIMIT && <OnlyNewest code={identifier} />}
      {rows.length > 0 && <Problem text={locations.problem} />}
      {chosen.length > 0 && (
        <ItemsBulk
          ref={bulk}
          items={chosen}
          locations={locations.data}
          {...{ onPrint, returnFocusTo }}
          onDone={(failed) => {
            select(failed);
            void refresh();
            if (failed.length === 0) field.current?.focus();
          }}
        />
      )}
      {rows.length > 0 && (
        <ItemsTable
          rows={rows}
          locations={locations.data ?? []}
          onToggle={toggle}
          onAll={(areAll) => select(areAll ? rows.map(({ id }) => id) : [])}
          onChanged={refresh}
          {...{ selected, onOpen, onPrint }}
        />
      )}
      <UnitHistoryDrawer unit={item !== undefined && address.dialog === 'history' ? { id: item.id, name: itemName(item) } : undefined} onClose={close} />
      {item !== undefined && ItemDialog !== undefined && <ItemDialog item={item} onClose={close} onDone={() => void refresh()} returnFocusTo={returnFocusTo} />}
    </Card>
  );
}

function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Banner tone="bad" isInCard>
      {text}
    </Banner>
  );
}

interface SearchStateProps {
  readonly list: ComponentProps<typeof QueryResult>['query'];
  /** The searched code; undefined for the units awaiting putaway. */
  readonly code: string | undefined;
  /** The number of units; undefined until they are found. */
  readonly count: number | undefined;
}

/** Announces how many units a scan found, and shows what stands in their place while there are none. */
function SearchState({ list, code, count }: SearchStateProps) {
  return (
    <>
      <p role="status" className="sr-only">
        {code !== undefined && count !== undefined && `${counted(count, 'unit')} with the code ${code}`}
      </p>
      {code === '' ? (
        <EmptyState title="No search yet">Scan or type a code to see its units in stock.</EmptyState>
      ) : (
        <QueryResult query={list} look="cardBanner" failure={() => 'Failed to search inventory'}>
          {() => code !== undefined && count === 0 && <NothingFound code={code} />}
        </QueryResult>
      )}
    </>
  );
}

/** The list has no pages: it is for the units in hand. */
function OnlyNewest({ code }: { code: string }) {
  return (
    <p className="px-4 pb-4 text-muted">
      These are the newest {SEARCH_LIMIT} units. There may be more:{' '}
      <Link to="/merchantfulfilledinventory" search={{ tab: 'stock', q: code }} className="text-accent">
        see and move all of them in the Stock tab
      </Link>
      .
    </p>
  );
}

/** The number of units awaiting putaway, of which the table may show only the first. */
function PutawaySummary({ total, shown }: { total: number | undefined; shown: number }) {
  if (total === undefined) return null;
  if (total === 0) return <EmptyState title={`No units have been awaiting putaway for more than ${PUTAWAY_HOURS} hours`} />;
  return (
    <p role="status" className="px-4 pb-3">
      {`${counted(total, 'unit has', 'units have')} been awaiting putaway for more than ${PUTAWAY_HOURS} hours`}
      {total === PUTAWAY_LIMIT && ' (or more)'}
      {shown < total && `. The table shows the ${numberText(shown)} that have waited longest`}.
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
