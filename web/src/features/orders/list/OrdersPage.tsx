import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { ORDER_CARDS } from '@stowage/contract/orders/order-cards';
import { ORDER_STAGES, type OrderNeed, type OrderStage } from '@stowage/contract/orders/order-stages';
import { ORDERS_PAGE_SIZE, type OrderRow, type OrderTotals, orderPage, ordersTopic, orderTotals, URGENT_HOURS } from '@stowage/contract/orders/orders';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTopic } from '../../../api/live.ts';
import { RefusedError } from '../../../api/problem.ts';
import { queryFor, useInvalidate } from '../../../api/query.ts';
import { useThrottled } from '../../../api/use-throttled.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SearchForm } from '../../../ui/form/SearchForm.tsx';
import { dateFormat } from '../../../ui/format/date-time.ts';
import { StatCard } from '../../../ui/StatCard.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { CursorPages } from '../../../ui/table/CursorPages.tsx';
import type { ChangeAddress } from '../../../ui/table/change-address.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { OnlySome } from '../../../ui/table/OnlySome.tsx';
import { useOrderScans } from '../packing/use-order-scans.ts';
import { VerifyDialog, type VerifyDialogProps } from '../packing/VerifyDialog.tsx';
import { ConfirmShipmentDialog } from '../shipping/ConfirmShipmentDialog.tsx';
import { LateShare } from './LateShare.tsx';
import { orderColumns, piecesOf } from './order-columns.tsx';
import type { OrdersAddress } from './orders-address.ts';

interface OrdersPageProps {
  readonly address: OrdersAddress;
  readonly onAddress: ChangeAddress<OrdersAddress>;
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
  late30: 'Only orders that were due in the last 30 days and left late, or wait',
};

/** The orders that we ship ourselves: what must leave next stands on top. */
export function OrdersPage({ address, onAddress, linkTo }: OrdersPageProps) {
  const { stage = 'TO_SHIP', needs, q, after } = address;
  const before = useRef<(string | undefined)[]>([]);
  const list = useQuery({ ...queryFor(orderPage, { query: queryOf(address) }), placeholderData: keepPreviousData });
  const totals = useQuery(queryFor(orderTotals, {}));
  const invalidate = useInvalidate();
  const refresh = useThrottled(() => void Promise.all([invalidate(orderPage), invalidate(orderTotals)]), REFRESH_MS);
  useTopic(ordersTopic, { onMessage: refresh, onReconnect: refresh });
  // Where the reserved unit lies may change.
  useTopic(inventoryHistoryTopic, { onMessage: refresh, onReconnect: refresh });

  const narrow = (change: Partial<OrdersAddress>, replaces = false) => {
    before.current = [];
    onAddress({ ...change, after: undefined }, replaces);
  };
  const next = (from: string) => {
    before.current.push(after);
    onAddress({ after: from });
  };
  const isMadeUp = after !== undefined && list.error instanceof RefusedError && list.error.status === 400;
  const goToFirst = useEffectEvent(() => narrow({}, true));
  useEffect(() => {
    if (isMadeUp) goToFirst();
  }, [isMadeUp]);
  const scans = useOrderScans(address, onAddress, narrow);

  const rows = piecesOf(list.data?.data ?? []);
  const columns = orderColumns({
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
            <div ref={scans.searchBox} className="w-full sm:w-96">
              <SearchForm
                label="Search or scan an order"
                placeholder="Order, SKU, UPC, title or tracking number"
                maxLength={256}
                search={q ?? ''}
                isBusy={q !== undefined && list.isPlaceholderData}
                onSearch={(text) => narrow({ q: text })}
                onOpen={(text) => scans.open(text, q === undefined ? {} : { q: undefined, after: undefined })}
                passesScans
              />
            </div>
          }
        >
          {list.data?.is_by_number && <OnlySome onAll={() => narrow({ q: undefined })}>Found by its number, whatever its stage</OnlySome>}
          {needs !== undefined && !list.data?.is_by_number && <OnlySome onAll={() => narrow({ needs: undefined })}>{NEEDS[needs]}</OnlySome>}
          {needs === 'late30' && <LateShare />}
          {list.isPending && (
            <p role="status" className="px-4 pb-4 text-muted">
              Loading orders...
            </p>
          )}
          {list.data === undefined && list.isError && <ErrorState title={`Error: ${list.error.message}`} onRetry={() => void list.refetch()} />}
          {list.data !== undefined && list.isError && !isMadeUp && <Banner tone="bad">Error: {list.error.message}</Banner>}
          {list.data !== undefined && rows.length === 0 && (
            <EmptyState title="No orders found">{q === undefined ? 'Orders come in every ten minutes.' : 'Nothing fits what is searched.'}</EmptyState>
          )}
          {rows.length > 0 && <DataTable label="Orders" columns={columns} rows={rows} keyOf={({ piece }) => piece.id} />}
          <CursorPages
            size={ORDERS_PAGE_SIZE}
            isLoading={list.isPlaceholderData}
            onFirst={after === undefined ? undefined : () => narrow({})}
            onPrevious={before.current.length === 0 ? undefined : () => onAddress({ after: before.current.pop() }, true)}
            onNext={list.data?.next ? () => next(list.data?.next ?? '') : undefined}
          />
        </Card>
      </Tabs>
      <Dialogs {...{ address, onAddress, linkTo }} searchField={scans.searchField} {...scans.dialog} />
    </div>
  );
}

interface DialogsProps extends OrdersPageProps, Pick<VerifyDialogProps, 'handed' | 'onHandedTaken' | 'onElsewhere'> {
  readonly searchField: () => HTMLElement | null;
}

function Dialogs({ address, onAddress, linkTo, searchField, ...scans }: DialogsProps) {
  return (
    <>
      {address.verify !== undefined && (
        <VerifyDialog
          key={address.verify}
          orderId={address.verify}
          pieceId={address.piece}
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
  return { stage, ...needed, ...(q !== undefined && { search: q }), ...(after !== undefined && { after }) };
}

interface TotalsProps {
  readonly totals: OrderTotals | undefined;
  readonly address: OrdersAddress;
  readonly onOpen: (address: OrdersAddress) => void;
}

/** How many orders wait for something: each number opens their list. */
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
