import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { ORDER_CARDS } from '@stowage/contract/orders/order-cards';
import { ORDER_STAGES, type OrderNeed, type OrderStage } from '@stowage/contract/orders/order-stages';
import {
  ORDERS_PAGE_SIZE,
  type OrderRow,
  type OrderSummary,
  type OrderTotals,
  orderPage,
  ordersTopic,
  orderTotals,
  URGENT_HOURS,
} from '@stowage/contract/orders/orders';
import { type ReactNode, useState } from 'react';
import { useTopicRefresh } from '../../../api/live.ts';
import { useListQuery, useLiveQuery } from '../../../api/live-query.ts';
import { RefusedError } from '../../../api/problem.ts';
import { useInvalidate } from '../../../api/query.ts';
import { useThrottled } from '../../../api/use-throttled.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Card } from '../../../ui/Card.tsx';
import { selectColumn } from '../../../ui/column/select-column.tsx';
import { SearchForm } from '../../../ui/form/SearchForm.tsx';
import { dateFormat } from '../../../ui/format/date-time.ts';
import { QueryResult } from '../../../ui/QueryResult.tsx';
import { StatCard } from '../../../ui/StatCard.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { CursorPages } from '../../../ui/table/CursorPages.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { useCursorList } from '../../../ui/table/list-address.ts';
import { OnlySome } from '../../../ui/table/OnlySome.tsx';
import { toggled } from '../../../ui/table/toggled.ts';
import { useOrderScans } from '../packing/use-order-scans.ts';
import { VerifyDialog, type VerifyDialogProps } from '../packing/VerifyDialog.tsx';
import { ConfirmShipmentDialog } from '../shipping/ConfirmShipmentDialog.tsx';
import { TrackingFileButton } from '../tracking-file/TrackingFileButton.tsx';
import { LateShipmentRate } from './LateShipmentRate.tsx';
import { OrdersBulk } from './OrdersBulk.tsx';
import { allocationsOf, type ListedAllocation, orderColumns } from './order-columns.tsx';
import type { OrdersAddress } from './orders-address.ts';

interface OrdersPageProps extends AddressProps<OrdersAddress> {
  readonly linkTo: (row: OrderRow, text: string) => ReactNode;
}

const REFRESH_MS = 1_000;
const TAB_NAMES: Readonly<Record<OrderStage | 'ALL', string>> = {
  TO_SHIP: 'To ship',
  PENDING: 'Pending',
  TO_CONFIRM: 'To confirm',
  SHIPPED: 'Shipped',
  CANCELED: 'Canceled',
  ALL: 'All',
};
const TABS = ([...ORDER_STAGES, 'ALL'] as const).map((name) => ({ name, label: TAB_NAMES[name] }));

const NEEDS: Readonly<Record<OrderNeed, string>> = {
  late: 'Only orders that are late',
  today: 'Only orders that are due by the end of today',
  urgent: `Only orders that are due in ${URGENT_HOURS} hours`,
  backordered: 'Only orders that wait for stock',
  cancel: 'Only orders whose buyer asks to cancel',
  failed: 'Only orders whose shipment could not be confirmed',
  late30: 'Only orders that were due in the last 30 days and shipped late, or are still waiting',
};

/** The orders that we ship ourselves, the most urgent first. */
export function OrdersPage({ address, onAddress, linkTo }: OrdersPageProps) {
  const { stage = 'TO_SHIP', needs, q, after } = address;
  const list = useListQuery(orderPage, { query: queryOf(address) }, { topic: ordersTopic, throttleMs: REFRESH_MS });
  const totals = useLiveQuery(orderTotals, {}, { topic: ordersTopic, throttleMs: REFRESH_MS });
  const invalidate = useInvalidate();
  const refresh = useThrottled(() => void Promise.all([invalidate(orderPage), invalidate(orderTotals)]), REFRESH_MS);
  // Stock movements change the locations of reserved units.
  useTopicRefresh(inventoryHistoryTopic, refresh);

  const isInvalidCursor = after !== undefined && list.error instanceof RefusedError && list.error.status === 400;
  const { narrow, pages } = useCursorList({ address, onAddress, cursor: 'after', isRefused: isInvalidCursor });
  const scans = useOrderScans(address, onAddress, narrow);

  const areSentShown = stage === 'ALL' || list.data?.is_by_number === true;
  const rowsOf = (data: readonly OrderSummary[]) => allocationsOf(data, areSentShown);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chooser = selectColumn<ListedAllocation>(
    ({ order, allocation }) => `order ${order.order_id}, unit ${allocation.id}`,
    ({ order }) => selected.has(order.order_id),
    ({ order }) => setSelected(toggled(selected, order.order_id)),
  );
  const listed = orderColumns({
    busy: address.verify,
    onShip: (verify, piece) => onAddress({ verify, piece }),
    onConfirm: (confirm) => onAddress({ confirm }),
    linkTo,
  });
  return (
    <div className="grid gap-4">
      <Totals totals={totals.data} address={address} onOpen={(opened) => narrow({ stage: undefined, needs: undefined, q: undefined, ...opened })} />
      <Tabs
        label="Orders"
        current={needs === undefined ? stage : undefined}
        tabs={TABS}
        onTab={(name) => narrow({ stage: name === 'TO_SHIP' ? undefined : name, needs: undefined })}
      >
        <Card
          title="SF Orders"
          aside={
            <SearchForm
              ref={scans.search}
              label="Search or scan an order"
              placeholder="Order, SKU, UPC, title or tracking number"
              maxLength={256}
              search={q ?? ''}
              isBusy={q !== undefined && list.isPlaceholderData}
              onSearch={(text) => narrow({ q: text })}
              onOpen={(text) => scans.open(text, q === undefined ? {} : { q: undefined, after: undefined })}
              passesScans
              className="w-full sm:w-96"
            />
          }
        >
          <TrackingFileButton />
          {list.data?.is_by_number && <OnlySome onAll={() => narrow({ q: undefined })}>Found by number, in all stages</OnlySome>}
          {needs !== undefined && !list.data?.is_by_number && <OnlySome onAll={() => narrow({ needs: undefined })}>{NEEDS[needs]}</OnlySome>}
          {needs === 'late30' && <LateShipmentRate />}
          <QueryResult
            query={list}
            loading={
              <p role="status" className="px-4 pb-4 text-muted">
                Loading orders...
              </p>
            }
            failure={({ message }) => `Error: ${message}`}
            stale={(error) => !isInvalidCursor && <Banner tone="bad">Error: {error.message}</Banner>}
            isEmpty={({ data }) => rowsOf(data).length === 0}
            empty={
              <EmptyState title="No orders found">{q === undefined ? 'Orders are imported every ten minutes.' : 'Change or clear the search.'}</EmptyState>
            }
          >
            {({ data }) => (
              <>
                <OrdersBulk shown={[...new Set(rowsOf(data).map(({ order }) => order.order_id))]} selected={selected} onSelect={setSelected} />
                <DataTable label="Orders" columns={[chooser, ...listed]} rows={rowsOf(data)} keyOf={({ allocation }) => allocation.id} />
              </>
            )}
          </QueryResult>
          <CursorPages size={ORDERS_PAGE_SIZE} isLoading={list.isPlaceholderData} isAlwaysShown {...pages(list.data?.next)} />
        </Card>
      </Tabs>
      <Dialogs {...{ address, onAddress, linkTo }} searchField={() => scans.search.current?.element ?? null} {...scans.dialog} />
    </div>
  );
}

interface DialogsProps extends OrdersPageProps, Pick<VerifyDialogProps, 'initialScans' | 'onInitialScansTaken' | 'onUnusedScan'> {
  readonly searchField: () => HTMLElement | null;
}

function Dialogs({ address, onAddress, linkTo, searchField, ...scans }: DialogsProps) {
  return (
    <>
      {address.verify !== undefined && (
        <VerifyDialog
          key={address.verify}
          orderId={address.verify}
          {...(address.piece !== undefined && { allocationId: address.piece })}
          onClose={() => onAddress({ verify: undefined, piece: undefined })}
          returnFocusTo={searchField}
          linkTo={linkTo}
          {...scans}
        />
      )}
      {address.confirm !== undefined && (
        <ConfirmShipmentDialog key={address.confirm} orderId={address.confirm} onClose={() => onAddress({ confirm: undefined })} returnFocusTo={searchField} />
      )}
    </>
  );
}

function queryOf({ stage = 'TO_SHIP', needs, q, after }: OrdersAddress) {
  const needed = needs !== undefined && { needs, timeZone: dateFormat().timeZone };
  return { stage, ...needed, search: q, after };
}

interface TotalsProps {
  readonly totals: OrderTotals | undefined;
  readonly address: OrdersAddress;
  readonly onOpen: (address: OrdersAddress) => void;
}

/** The number of orders for each need. Each number opens its list. */
function Totals({ totals, address, onOpen }: TotalsProps) {
  const isShown = ({ stage, needs }: OrdersAddress) => address.q === undefined && address.needs === needs && (needs !== undefined || address.stage === stage);
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-7">
      {ORDER_CARDS.map(({ label, total, address: opened }) => (
        <StatCard
          key={label}
          name={label}
          value={totals?.[total]}
          link={{ path: `?${new URLSearchParams(opened)}`, isCurrent: isShown(opened), onOpen: () => onOpen(opened) }}
        />
      ))}
    </div>
  );
}
