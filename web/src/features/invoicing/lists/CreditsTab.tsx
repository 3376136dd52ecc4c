import { counted } from '@stowage/contract/formats/text/counted';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { CREDIT_SORTS, CREDIT_STATES, type CreditRow, type CreditState, creditPage, exportCredits } from '@stowage/contract/invoicing/vendor-credits';
import { poName } from '@stowage/contract/purchasing/po-name';
import { Camera } from 'lucide-react';
import { useListQuery } from '../../../api/live-query.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { type ListSelection, useListSelection } from '../../../shared/list/use-list-selection.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { dayText } from '../../../ui/format/date-time.ts';
import { When } from '../../../ui/format/When.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { sortedList } from '../../../ui/table/list-address.ts';
import { CreditActions } from '../credits/CreditActions.tsx';
import { EvidenceDialog } from '../credits/EvidenceDialog.tsx';
import { NewCreditDialog } from '../credits/NewCreditDialog.tsx';
import { type InvoicingTabProps, OTHER_LIST } from '../invoicing-address.ts';
import { CREDIT_STATE_LOOKS, CREDIT_TYPE_NAMES, CreditStateBadge, RefundDueBadge, totalOf } from '../invoicing-names.tsx';
import { MoneyFilters, queryOf } from './MoneyFilters.tsx';
import { MoneyList } from './MoneyList.tsx';

/** The vendors' credits, with the open ones by age. */
export function CreditsTab({ address, onAddress, mayWrite }: InvoicingTabProps & { readonly mayWrite: boolean }) {
  const { page, sorting, query: order } = sortedList({ address, onAddress }, { sorts: CREDIT_SORTS, names: ['type', 'po_number', 'vendor', 'state'] });
  const query = { ...queryOf(address, CREDIT_STATES), ...(address.refunds && { refundDue: 'true' }) };
  const list = useListQuery(creditPage, { query: { ...query, ...order } });
  const rows = list.data?.data ?? [];
  const selection = useListSelection({ rows, idOf: ({ id }: CreditRow) => id, nameOf, matching: query });
  return (
    <>
      <section aria-label="Open credits by age" className="grid grid-cols-2 gap-3 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {(list.data?.ageing ?? []).map(({ bucket, count, amount }) => (
          <dl key={bucket} className="rounded-card border border-line bg-surface px-4 py-3">
            <dt className="text-muted">Open {bucket} days</dt>
            <dd className="text-2xl font-semibold">{moneyText(amount)}</dd>
            <dd className="text-muted">{counted(count, 'credit')}</dd>
          </dl>
        ))}
        {list.data?.refunds !== undefined && (list.data.refunds.count > 0 || address.refunds) && (
          <RefundsTile
            {...list.data.refunds}
            isChosen={address.refunds === true}
            onChoose={() => onAddress({ ...OTHER_LIST, refunds: address.refunds ? undefined : true })}
          />
        )}
      </section>
      <Card
        title="Credits"
        aside={
          <div className="flex flex-wrap gap-2">
            {mayWrite && (
              <Button size="small" onClick={() => onAddress({ window: 'credit' })}>
                New return or rebate
              </Button>
            )}
            <ExportButton endpoint={exportCredits} input={{ query }} name="Credits.csv" />
          </div>
        }
      >
        <MoneyFilters address={address} onAddress={onAddress} placeholder="PO number, vendor or credit memo" dateName="Created" statuses={CREDIT_STATE_LOOKS} />
        {mayWrite && !selection.isEmpty && <CreditActions credits={selection.rows} onDone={selection.clear} />}
        <MoneyList
          list={list}
          page={page}
          onAddress={onAddress}
          empty="No credits found"
          hint="Create one from the differences of a purchase order, or change the filter."
        >
          {({ data, totals, totalCount }) => (
            <DataTable
              label="Credits"
              columns={columns({
                ...{ total: totals.amount, totalCount, status: query.status, selection: mayWrite ? selection : undefined },
                onEvidence: (credit) => onAddress({ credit }),
              })}
              rows={data}
              keyOf={({ id }) => id}
              sorting={sorting}
              isStruck={({ state }) => state === 'VOID'}
            />
          )}
        </MoneyList>
      </Card>
      {address.credit !== undefined && <EvidenceDialog creditId={address.credit} onClose={() => onAddress({ credit: undefined })} />}
      {address.window === 'credit' && mayWrite && <NewCreditDialog onClose={() => onAddress({ window: undefined })} />}
    </>
  );
}

interface RefundsTileProps {
  readonly count: number;
  readonly amount: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** The outstanding refunds; a click shows only their credits. */
function RefundsTile({ count, amount, isChosen, onChoose }: RefundsTileProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      className={`rounded-card border px-4 py-3 text-left ${isChosen ? 'border-accent bg-accent-soft' : 'border-line bg-surface hover:border-accent'}`}
      onClick={onChoose}
    >
      <span className="block text-muted">Refunds due</span>
      <span className="block text-2xl font-semibold">{moneyText(amount)}</span>
      <span className="block text-muted">{isChosen ? 'Show all credits' : counted(count, 'credit')}</span>
    </button>
  );
}

interface ColumnsOptions {
  readonly total: string;
  readonly totalCount: number;
  /** The state in the filter. */
  readonly status: CreditState | undefined;
  readonly selection: Pick<ListSelection<CreditRow, number, object>, 'isSelected' | 'toggle'> | undefined;
  readonly onEvidence: (id: number) => void;
}

const nameOf = ({ id, type, po_number }: CreditRow) => `credit ${id}, ${CREDIT_TYPE_NAMES[type]} of ${poName(po_number)}`;

function columns({ total, totalCount, status, selection, onEvidence }: ColumnsOptions): readonly Column<CreditRow>[] {
  const select: Column<CreditRow> = {
    heading: 'Select',
    isAction: true,
    cell: (row) => (
      <input
        type="checkbox"
        aria-label={`Select ${nameOf(row)}`}
        className="size-7 align-middle"
        checked={selection?.isSelected(row) ?? false}
        onChange={() => selection?.toggle(row, false)}
      />
    ),
  };
  return [
    ...(selection === undefined ? [] : [select]),
    {
      heading: 'Credit',
      isTitle: true,
      sort: 'type',
      cell: ({ id, type }) => (
        <span className="whitespace-nowrap">
          {CREDIT_TYPE_NAMES[type]} <span className="text-muted">#{id}</span>
        </span>
      ),
      total: totalOf(totalCount, status === undefined ? 'denied, written off and void' : undefined),
    },
    { heading: 'PO', sort: 'po_number', cell: ({ po_number }) => <span className="whitespace-nowrap">{po_number}</span> },
    { heading: 'Vendor', sort: 'vendor', cell: ({ vendor }) => vendor ?? 'N/A' },
    {
      heading: 'For',
      cell: ({ supplier_sku, product_name, note }) => (
        <span title={note ?? undefined} className="stacking-whole block break-words lg:min-w-36">
          {supplier_sku === null ? (note ?? '–') : `${supplier_sku}, ${product_name}`}
        </span>
      ),
    },
    { heading: 'Qty', align: 'right', sort: 'quantity', cell: ({ quantity }) => (quantity === null ? '–' : numberText(quantity)) },
    { heading: 'Amount $', align: 'right', sort: 'amount', cell: ({ amount }) => moneyText(amount), total: moneyText(total) },
    {
      heading: 'Status',
      sort: 'state',
      cell: ({ state, state_reason, refund_due, refunded_on }) => (
        <span title={state_reason ?? undefined} className="flex flex-wrap gap-1">
          <CreditStateBadge state={state} />
          <RefundDueBadge due={refund_due} />
          {refunded_on !== null && <Badge tone="good">Refunded {dayText(refunded_on)}</Badge>}
        </span>
      ),
    },
    { heading: 'Memo', cell: ({ memo }) => memo ?? '–' },
    { heading: 'Applied to', cell: ({ applied_to }) => applied_to?.number ?? '–' },
    { heading: 'Created', sort: 'created_at', cell: ({ created_at }) => <When text={created_at} /> },
    { heading: 'Age', align: 'right', sort: 'age_days', cell: ({ age_days }) => <span className="whitespace-nowrap">{numberText(age_days)} d</span> },
    {
      heading: 'Evidence',
      isAction: true,
      cell: ({ id, photos }) => (
        <Button
          size="small"
          aria-label={`Evidence of credit ${id}${photos === 0 ? '' : photos === 1 ? ', 1 photo' : `, ${photos} photos`}`}
          onClick={() => onEvidence(id)}
        >
          Evidence
          {photos > 0 && (
            <>
              <Camera size={14} aria-hidden /> {numberText(photos)}
            </>
          )}
        </Button>
      ),
    },
  ];
}
