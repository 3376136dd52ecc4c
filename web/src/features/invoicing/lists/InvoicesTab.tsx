import { moneyText } from '@stowage/contract/formats/text/money-text';
import {
  exportInvoices,
  INVOICE_SORTS,
  INVOICE_STATES,
  type InvoiceAmounts,
  type InvoiceRow,
  type InvoiceState,
  invoicePage,
} from '@stowage/contract/invoicing/vendor-invoices';
import { FileText } from 'lucide-react';
import { useListQuery } from '../../../api/live-query.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { ListBar } from '../../../shared/list/ListBar.tsx';
import { ListTable } from '../../../shared/list/ListTable.tsx';
import { useList } from '../../../shared/list/use-list.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Day } from '../../../ui/format/Day.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { sortedList } from '../../../ui/table/list-address.ts';
import { isEditable } from '../invoices/InvoiceActions.tsx';
import type { InvoicingTabProps } from '../invoicing-address.ts';
import { INVOICE_STATE_LOOKS, InvoiceStateBadge, ISSUE_NAMES, RefundDueBadge, ShouldBePaidBadge, totalOf } from '../invoicing-names.tsx';
import { amountColumn } from './amount-column.tsx';
import { MoneyFilters, moneyChips, queryOf, VIEWED } from './MoneyFilters.tsx';
import { hasPageAfter, MoneyList } from './MoneyList.tsx';

interface InvoicesTabProps extends InvoicingTabProps {
  readonly mayWrite: boolean;
  readonly isExceptions?: boolean;
}

/** All vendor invoices, or only the exceptions. */
export function InvoicesTab({ address, onAddress, mayWrite, isExceptions = false }: InvoicesTabProps) {
  const { page, nextIf, narrow, sorting, query: order } = sortedList({ address, onAddress }, { sorts: INVOICE_SORTS, names: ['number', 'vendor', 'state'] });
  const query = { ...queryOf(address, INVOICE_STATES), ...(isExceptions && { exceptions: 'true' }) };
  const list = useListQuery(invoicePage, { query: { ...query, ...order } });
  const title = isExceptions ? 'Exceptions' : 'Invoices';
  const { data: rows = [], totals = NO_AMOUNTS, totalCount = 0 } = list.data ?? {};
  const onOpen = ({ id }: InvoiceRow) => onAddress({ invoice: id });
  const onEdit = ({ id, state }: InvoiceRow) => mayWrite && isEditable(state) && onAddress({ invoice: id, window: 'edit' });
  const columns = invoiceColumns({ totals, totalCount, isExceptions, status: query.status, onOpen });
  const view = useList({ name: 'invoices', address, onAddress, narrow, parts: VIEWED, columns });
  return (
    <Card
      title={title}
      {...(isExceptions && { description: 'Invoices that can’t be paid as they are, and paid invoices with a refund due or a rest to pay.' })}
      aside={<ExportButton endpoint={exportInvoices} input={{ query }} name={`${title}.csv`} />}
    >
      <MoneyFilters address={address} onAddress={onAddress} placeholder="Invoice, vendor or PO number" dateName="Invoice date" statuses={INVOICE_STATE_LOOKS} />
      <ListBar
        list={view}
        chips={moneyChips(address, 'Invoice date', INVOICE_STATE_LOOKS)}
        sorting={sorting}
        total={list.data && { count: totalCount, isMore: list.data.isPartial }}
        nouns={['invoice', 'invoices']}
      />
      <MoneyList
        list={list}
        page={page}
        onAddress={onAddress}
        empty={isExceptions ? 'No exceptions' : 'No invoices found'}
        hint={isExceptions ? 'Every invoice matches its order and the received units.' : 'Enter one, import a file, or change the filter.'}
      >
        {() => (
          <ListTable
            label={title}
            {...{ sorting, rows, onOpen, onEdit }}
            list={view}
            keyOf={({ id }) => id}
            next={nextIf(hasPageAfter(page, totalCount))}
            isStruck={({ state }) => state === 'VOID'}
          />
        )}
      </MoneyList>
    </Card>
  );
}

interface ColumnsOptions {
  readonly totals: InvoiceAmounts;
  readonly totalCount: number;
  readonly isExceptions: boolean;
  /** The state in the filter. */
  readonly status: InvoiceState | undefined;
  readonly onOpen: (row: InvoiceRow) => void;
}

function invoiceColumns({ totals, totalCount, isExceptions, status, onOpen }: ColumnsOptions): readonly Column<InvoiceRow>[] {
  const amount = amountColumn<InvoiceAmounts, InvoiceRow>(totals);
  return [
    {
      heading: 'Invoice',
      isTitle: true,
      sort: 'number',
      cell: (row) => (
        <span className="flex items-center gap-1.5 whitespace-nowrap">
          <button type="button" className="min-h-7 text-left text-accent hover:underline" onClick={() => onOpen(row)}>
            {row.number}
          </button>
          {row.has_file && <FileText size={14} role="img" aria-label="PDF" className="text-muted" />}
        </span>
      ),
      total: totalOf(totalCount, isExceptions || status !== undefined ? undefined : 'draft and void'),
    },
    {
      heading: 'Vendor, PO',
      sort: 'vendor',
      cell: ({ vendor, po_numbers }) => (
        <>
          {vendor} <Orders numbers={po_numbers} />
        </>
      ),
    },
    { heading: 'Invoice date', sort: 'invoiced_on', cell: ({ invoiced_on }) => <Day day={invoiced_on} /> },
    { heading: 'Due', sort: 'due_on', cell: ({ due_on }) => <Day day={due_on} none="–" /> },
    amount('Goods $', 'goods'),
    {
      heading: 'Freight, tax $',
      isHeadingLong: true,
      align: 'right',
      sort: 'freight',
      cell: ({ freight, tax }) => <Two amounts={[freight, tax]} />,
      total: <Two amounts={[totals.freight, totals.tax]} />,
    },
    { heading: 'Discount $', align: 'right', cell: ({ discount }) => lessText(discount), total: lessText(totals.discount) },
    amount('Total $', 'total'),
    {
      heading: 'To pay $',
      align: 'right',
      cell: ({ to_pay }) => <span className="whitespace-nowrap">{moneyText(to_pay)}</span>,
    },
    // Only exceptions have differences.
    ...(isExceptions ? [DIFFERENCE] : []),
    {
      heading: 'Status',
      sort: 'state',
      cell: ({ state, paid_on }) => (
        <>
          <InvoiceStateBadge state={state} />
          {paid_on !== null && (
            <span className="block">
              <Day day={paid_on} />
            </span>
          )}
        </>
      ),
    },
    {
      heading: 'Should be paid',
      cell: ({ state, should_be_paid, issues, difference, to_pay, refund_due }) => (
        <span className="flex flex-wrap gap-1">
          {/* The state already says so, and the issues say why. */}
          {!(state === 'EXCEPTION' && should_be_paid === 'EXCEPTION' && issues.length > 0) && <ShouldBePaidBadge should={should_be_paid} />}
          {issues.map((issue) => (
            <Badge key={issue} tone="warn" wraps>
              {ISSUE_NAMES[issue]}
            </Badge>
          ))}
          {!isExceptions && difference !== '0.00' && <span>{moneyText(difference)} billed too much</span>}
          {state === 'PAID' && to_pay !== '0.00' && <Badge tone="warn">{moneyText(to_pay)} left to pay</Badge>}
          <RefundDueBadge due={refund_due} />
        </span>
      ),
    },
  ];
}

const DIFFERENCE: Column<InvoiceRow> = {
  heading: 'Difference $',
  align: 'right',
  sort: 'difference',
  cell: ({ difference }) => (difference === '0.00' ? '–' : moneyText(difference)),
};

/** Before the list is loaded. */
const NO_AMOUNTS: InvoiceAmounts = { goods: '0.00', freight: '0.00', tax: '0.00', discount: '0.00', total: '0.00' };

/** Two amounts, one below the other. */
function Two({ amounts }: { amounts: readonly [string, string] }) {
  return amounts.map((amount, nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the positions identify them
    <span key={nth} className="block whitespace-nowrap">
      {moneyText(amount)}
    </span>
  ));
}

/** Negates a discount; a correcting invoice adds it back. */
function lessText(amount: string): string {
  if (amount === '0.00') return '–';
  return moneyText(amount.startsWith('-') ? amount.slice(1) : `-${amount}`);
}

const SHOWN_ORDERS = 2;

function Orders({ numbers }: { numbers: readonly string[] }) {
  const more = numbers.length - SHOWN_ORDERS;
  return (
    <span title={numbers.join(', ')} className="block whitespace-nowrap text-muted">
      {numbers.slice(0, SHOWN_ORDERS).join(', ')}
      {more > 0 && ` +${more}`}
    </span>
  );
}
