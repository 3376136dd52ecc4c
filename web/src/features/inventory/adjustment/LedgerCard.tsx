import { numberText } from '@stowage/contract/formats/text/number-text';
import { LEDGER_PAGE_SIZE, type LedgerPageRow, type LedgerRow, ledgerPage } from '@stowage/contract/inventory/adjustment';
import { useListQuery } from '../../../api/live-query.ts';
import { ProductLink } from '../../../shared/product-links.tsx';
import { UndoMovement, useUndo } from '../../../shared/scan/UndoMovement.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { When } from '../../../ui/format/When.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { PageLink } from '../../../ui/table/PageLink.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { MovementBadge } from '../history/MovementBadge.tsx';
import { sourceText } from '../history/source-text.ts';
import { SkuFilter } from '../SkuFilter.tsx';

interface LedgerCardProps {
  readonly sku: string;
  /** Zero-based. */
  readonly page: number;
  readonly onSku: (sku: string) => void;
  readonly onPage: (page: number, replaces?: boolean) => void;
  readonly onCount: (id: number) => void;
}

/** All movements; those on which no later movement depends can be undone. */
export function LedgerCard({ sku, page, onSku, onPage, onCount }: LedgerCardProps) {
  const list = useListQuery(ledgerPage, { query: { sku, page, size: LEDGER_PAGE_SIZE } }, { retry: false });
  const { undo, isBusy } = useUndo();
  return (
    <Card title="Adjustments" description="Newest first. An undo adds the opposite movement; no movement is ever deleted.">
      <SkuFilter sku={sku} isBusy={list.isFetching} onFilter={onSku} />
      <QueryResult query={list} look="cardBanner" failure={() => 'Failed to load adjustments'} rows={10} empty={<EmptyState title="No adjustments found" />}>
        {({ data: rows, totalCount, hasOlder }) => (
          <>
            <DataTable label="Adjustments" columns={columns({ undo, isBusy, onCount })} rows={rows} keyOf={(row) => row.id} isStruck={(row) => row.undone} />
            <Pagination pageSize={LEDGER_PAGE_SIZE} {...{ page, onPage, totalCount, hasOlder }} isOld={list.isPlaceholderData} />
          </>
        )}
      </QueryResult>
    </Card>
  );
}

interface ColumnProps {
  readonly undo: (row: LedgerRow) => void;
  readonly isBusy: boolean;
  readonly onCount: (id: number) => void;
}

function columns({ undo, isBusy, onCount }: ColumnProps): readonly Column<LedgerPageRow>[] {
  return [
    { heading: 'Time', cell: (row) => <When text={row.created_at} /> },
    {
      heading: 'SKU, item',
      isTitle: true,
      cell: (row) => (
        <span className="grid">
          <Identifier value={row.sku} label="SKU" />
          <span className="lg:line-clamp-2 lg:min-w-36">
            <ProductLink id={row.product_id}>{row.item_name ?? 'N/A'}</ProductLink>
          </span>
        </span>
      ),
    },
    { heading: 'Type', cell: (row) => <MovementBadge type={row.type} /> },
    { heading: 'Qty before → after', align: 'right', cell: (row) => <span className="whitespace-nowrap tabular-nums">{quantityText(row)}</span> },
    { heading: 'From → To', cell: (row) => <span className="whitespace-nowrap">{`${row.from_location ?? '–'} → ${row.to_location ?? '–'}`}</span> },
    {
      heading: 'Reason, note',
      cell: (row) => (
        <span className="grid">
          <span>{row.reason}</span>
          {row.note !== null && <span className="break-words text-muted">{row.note}</span>}
        </span>
      ),
    },
    { heading: 'User', cell: (row) => row.actor ?? 'N/A' },
    { heading: 'Source', cell: (row) => <Source row={row} onCount={onCount} /> },
    {
      heading: 'Undo',
      isAction: true,
      cell: (row) => <UndoMovement row={row} isBusy={isBusy} onUndo={undo} />,
    },
  ];
}

/** The SKU's stock before and after; for a code without a listing, the movement's quantity. */
function quantityText({ on_hand_before, on_hand_after, quantity }: LedgerPageRow): string {
  if (on_hand_before === null || on_hand_after === null) return numberText(quantity);
  return `${numberText(on_hand_before)} → ${numberText(on_hand_after)}`;
}

/** The movement's source, with a link to the count. */
function Source({ row, onCount }: { row: LedgerPageRow; onCount: (id: number) => void }) {
  const { count_id: countId } = row;
  if (countId === null) return <span className="whitespace-nowrap">{sourceText(row)}</span>;
  return (
    <PageLink path={`/counts/${countId}`} onOpen={() => onCount(countId)}>
      {sourceText(row)}
    </PageLink>
  );
}
