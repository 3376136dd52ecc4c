import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { ORDER_CARDS } from '@stowage/contract/orders/order-cards';
import { ORDER_STAGES, type OrderStage } from '@stowage/contract/orders/order-stages';
import { exportOrders, ORDERS_PAGE_SIZE, type OrderRow, type OrderTotals, orderPage, ordersTopic, orderTotals } from '@stowage/contract/orders/orders';
import type { ReactNode } from 'react';
import { useTopicRefresh } from '../../../api/live.ts';
import { useListQuery, useLiveQuery } from '../../../api/live-query.ts';
import { useInvalidate } from '../../../api/query.ts';
import { useThrottled } from '../../../api/use-throttled.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SearchForm } from '../../../ui/form/SearchForm.tsx';
import { StatCard } from '../../../ui/StatCard.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { CursorPages } from '../../../ui/table/CursorPages.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { useCursorList } from '../../../ui/table/list-address.ts';
import { OnlySome } from '../../../ui/table/OnlySome.tsx';
import { useOrderScans } from '../packing/use-order-scans.ts';
import { VerifyDialog, type VerifyDialogProps } from '../packing/VerifyDialog.tsx';
import { ConfirmShipmentDialog } from '../shipping/ConfirmShipmentDialog.tsx';
import { TrackingFileButton } from '../tracking-file/TrackingFileButton.tsx';
import { LateShipmentRate } from './LateShipmentRate.tsx';
import { isInvalidCursor, OrderList } from './OrderList.tsx';
import { orderColumns } from './order-columns.tsx';
import { orderFilters, orderOrder, orderQuery } from './order-query.ts';
import type { OrdersAddress } from './orders-address.ts';

interface OrdersPageProps extends AddressProps<OrdersAddress> {
  readonly linkTo: (row: OrderRow, text: string) => ReactNode;
  /** Opens the page of an order. */
  readonly onOpen: (row: OrderRow) => void;
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

/** The orders that we ship ourselves, the most urgent first. */
export function OrdersPage({ address, onAddress, linkTo, onOpen }: OrdersPageProps) {
  const { stage = 'TO_SHIP', needs, q } = address;
  const list = useListQuery(orderPage, { query: orderQuery(address) }, { topic: ordersTopic, throttleMs: REFRESH_MS });
  const totals = useLiveQuery(orderTotals, {}, { topic: ordersTopic, throttleMs: REFRESH_MS });
  const invalidate = useInvalidate();
  const refresh = useThrottled(() => void Promise.all([invalidate(orderPage), invalidate(orderTotals)]), REFRESH_MS);
  // Stock movements change the locations of reserved units.
  useTopicRefresh(inventoryHistoryTopic, refresh);

  const { narrow, pages } = useCursorList({ address, onAddress, cursor: 'after', isRefused: isInvalidCursor(address, list.error) });
  const scans = useOrderScans(address, onAddress, narrow);

  const columns = orderColumns({
    busy: address.verify,
    onShip: (verify, allocationId) => onAddress({ verify, piece: allocationId }),
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
            <div className="flex w-full flex-wrap items-end gap-2 sm:w-auto">
              <SearchForm
                ref={scans.search}
                label="Search or scan an order"
                placeholder="SKU, UPC, title, tracking"
                maxLength={256}
                search={q ?? ''}
                isBusy={q !== undefined && list.isPlaceholderData}
                onSearch={(text) => narrow({ q: text })}
                onOpen={(text) => scans.open(text, q === undefined ? {} : { q: undefined, after: undefined })}
                passesScans
                className="w-full sm:w-96"
              />
              <ExportButton endpoint={exportOrders} input={{ query: { ...orderFilters(address), ...orderOrder(address) } }} name="orders.csv" />
            </div>
          }
        >
          <TrackingFileButton />
          {list.data?.is_by_number && <OnlySome onAll={() => narrow({ q: undefined })}>Found by number, in all stages</OnlySome>}
          {needs === 'late30' && <LateShipmentRate />}
          <OrderList {...{ address, onAddress, narrow, list, columns, onOpen }} />
          <CursorPages size={ORDERS_PAGE_SIZE} isLoading={list.isPlaceholderData} isAlwaysShown {...pages(list.data?.next)} />
        </Card>
      </Tabs>
      <Dialogs {...{ address, onAddress, linkTo }} searchField={() => scans.search.current?.element ?? null} {...scans.dialog} />
    </div>
  );
}

interface DialogsProps extends Omit<OrdersPageProps, 'onOpen'>, Pick<VerifyDialogProps, 'initialScans' | 'onInitialScansTaken' | 'onOtherOrder'> {
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
