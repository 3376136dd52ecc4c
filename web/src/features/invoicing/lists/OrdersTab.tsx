import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { exportPoMoney, MATCHES, PO_MONEY_SORTS, type PoAmounts, type PoMoneyRow, poMoneyPage } from '@stowage/contract/invoicing/purchase-money';
import { poName } from '@stowage/contract/purchasing/po-name';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useListQuery } from '../../../api/live-query.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { ListBar } from '../../../shared/list/ListBar.tsx';
import { ListTable } from '../../../shared/list/ListTable.tsx';
import { useList } from '../../../shared/list/use-list.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Day } from '../../../ui/format/Day.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { sortedList } from '../../../ui/table/list-address.ts';
import { OrderLines } from '../invoices/OrderLines.tsx';
import type { InvoicingTabProps } from '../invoicing-address.ts';
import { MATCH_LOOKS, MatchBadge, RefundDueBadge } from '../invoicing-names.tsx';
import { amountColumn } from './amount-column.tsx';
import { MoneyFilters, moneyChips, queryOf, VIEWED } from './MoneyFilters.tsx';
import { hasPageAfter, MoneyList } from './MoneyList.tsx';

/** All purchase orders with their amounts. */
export function OrdersTab({ address, onAddress, mayWrite }: InvoicingTabProps & { readonly mayWrite: boolean }) {
  const {
    page,
    nextIf,
    narrow,
    sorting,
    query: order,
  } = sortedList({ address, onAddress }, { sorts: PO_MONEY_SORTS, names: ['po_number', 'vendor', 'match'] });
  const query = queryOf(address, MATCHES);
  const list = useListQuery(poMoneyPage, { query: { ...query, ...order } });
  const toggle = (id: number) => onAddress({ order: address.order === id ? undefined : id, back: undefined });
  const { data: rows = [], totals = NO_AMOUNTS, totalCount = 0 } = list.data ?? {};
  const shown = columns({ totals, totalCount, expanded: address.order, onToggle: toggle });
  const view = useList({ name: 'invoiced-orders', address, onAddress, narrow, parts: VIEWED, columns: shown });
  return (
    <Card
      title="Purchase orders"
      description="Balance = invoiced, less usable units received, less applied credits for short, damaged or overcharged units."
      aside={<ExportButton endpoint={exportPoMoney} input={{ query }} name="Purchase orders.csv" />}
    >
      <MoneyFilters address={address} onAddress={onAddress} placeholder="PO number or vendor" dateName="Order date" statuses={MATCH_LOOKS} />
      <ListBar
        list={view}
        chips={moneyChips(address, 'Order date', MATCH_LOOKS)}
        sorting={sorting}
        total={list.data && { count: totalCount, isMore: list.data.isPartial }}
        nouns={['purchase order', 'purchase orders']}
      />
      <MoneyList list={list} page={page} onAddress={onAddress} empty="No purchase orders found" hint="Upload one under Upload PO, or change the filter.">
        {() => (
          <ListTable
            label="Purchase orders"
            {...{ rows, sorting }}
            list={view}
            keyOf={({ id }) => id}
            next={nextIf(hasPageAfter(page, totalCount))}
            onOpen={({ id }) => toggle(id)}
            below={(row) => address.order === row.id && <OrderLines order={row} {...{ address, mayWrite, onAddress }} />}
          />
        )}
      </MoneyList>
    </Card>
  );
}

/** Before the list is loaded. */
const NO_AMOUNTS: PoAmounts = { ordered: '0.00', received: '0.00', invoiced: '0.00', credit_expected: '0.00', credit_applied: '0.00', balance: '0.00' };

interface ColumnsOptions {
  readonly totals: PoAmounts;
  readonly totalCount: number;
  readonly expanded: number | undefined;
  readonly onToggle: (id: number) => void;
}

function columns({ totals, totalCount, expanded, onToggle }: ColumnsOptions): readonly Column<PoMoneyRow>[] {
  const amount = amountColumn<PoAmounts, PoMoneyRow>(totals);
  return [
    {
      heading: 'PO Number',
      isTitle: true,
      sort: 'po_number',
      cell: ({ id, po_number }) => (
        <span className="flex items-center gap-1 whitespace-nowrap">
          <Button size="small" look="quiet" aria-expanded={expanded === id} aria-label={`Lines of ${poName(po_number)}`} onClick={() => onToggle(id)}>
            {expanded === id ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
          </Button>
          {po_number}
        </span>
      ),
      total: `Total of ${numberText(totalCount)}`,
    },
    { heading: 'Vendor', sort: 'vendor', cell: ({ vendor }) => vendor ?? 'N/A' },
    { heading: 'Order date', sort: 'ordered_on', cell: ({ ordered_on }) => <Day day={ordered_on} /> },
    amount('Ordered $', 'ordered'),
    amount('Received $', 'received'),
    amount('Invoiced $', 'invoiced'),
    { ...amount('Credit expected $', 'credit_expected'), isHeadingLong: true },
    { ...amount('Credit applied $', 'credit_applied'), isHeadingLong: true },
    {
      ...amount('Balance $', 'balance'),
      cell: ({ balance, refund_due }) => (
        <>
          <span className="whitespace-nowrap">{moneyText(balance)}</span> <RefundDueBadge due={refund_due} />
        </>
      ),
    },
    { heading: 'Match', sort: 'match', cell: ({ match }) => <MatchBadge match={match} /> },
    { heading: 'Age', align: 'right', sort: 'age_days', cell: ({ age_days }) => <span className="whitespace-nowrap">{numberText(age_days)} d</span> },
  ];
}
