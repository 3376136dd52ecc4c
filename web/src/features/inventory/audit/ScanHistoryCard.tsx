import { conditionName } from '@stowage/contract/catalog/conditions';
import { undoMovement } from '@stowage/contract/inventory/adjustment';
import { type AuditHistoryRow, type AuditMiss, auditMisses, auditMissesTopic } from '@stowage/contract/inventory/audit';
import { HISTORY_PAGE_SIZE } from '@stowage/contract/inventory/scan';
import type { UseQueryResult } from '@tanstack/react-query';
import { Pencil, Undo2 } from 'lucide-react';
import { useLiveQuery } from '../../../api/live-query.ts';
import { AddProductLink, ProductLink } from '../../../shared/product-links.tsx';
import { useMayUndo } from '../../../shared/scan/UndoMovement.tsx';
import { useUndoCommand } from '../../../shared/scan/use-undo-command.ts';
import { Badge, StateBadge, type StateLooks } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Clock } from '../../../ui/format/Clock.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { When } from '../../../ui/format/When.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type AddressProps, toPage } from '../../../ui/table/change-address.ts';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { useDialogRow } from '../../../ui/table/rows/use-dialog-row.ts';
import { EditItemDialog } from '../history/EditItemDialog.tsx';
import { itemName, rowName } from '../history/item-name.ts';
import { RowButton } from '../history/RowButton.tsx';
import type { AuditAddress } from './audit-address.ts';

interface ScanHistoryCardProps extends AddressProps<AuditAddress> {
  readonly history: UseQueryResult<AuditHistoryRow[]>;
  readonly onChanged: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

const REFRESH_MS = 250;

/** The scans of audits with their results, newest first. */
export function ScanHistoryCard({ history, address, onAddress, onChanged, returnFocusTo }: ScanHistoryCardProps) {
  const item = useDialogRow(history.data, 'movement_id', address.edit);
  const close = () => onAddress({ edit: undefined });
  const saved = () => {
    onChanged();
    close();
  };
  return (
    <Card title="Scan History" aside={<Clock />}>
      <ScanHistory {...{ history, onAddress, onChanged }} page={(address.page ?? 1) - 1} />
      {item !== undefined && item.deleted === 0 && (
        <EditItemDialog item={item} locationSource="loaded" onClose={close} onSaved={saved} returnFocusTo={returnFocusTo} />
      )}
    </Card>
  );
}

/** A scan that counted a unit, or a miss. */
type Line = { readonly scan: AuditHistoryRow; readonly miss?: undefined } | { readonly scan?: undefined; readonly miss: AuditMiss };

function ScanHistory({ history, page, onAddress, onChanged }: Pick<ScanHistoryCardProps, 'history' | 'onAddress' | 'onChanged'> & { page: number }) {
  // The history is useful without the misses, so their errors are not shown.
  const { data: misses = [] } = useLiveQuery(auditMisses, {}, { topic: auditMissesTopic, throttleMs: REFRESH_MS });
  const undo = useUndo(onChanged);
  const edit = (row: AuditHistoryRow) => onAddress({ edit: row.movement_id });
  const lines = byTime(history.data ?? [], misses);
  return (
    <QueryResult
      query={history}
      failure="The history could not be loaded"
      rows={HISTORY_PAGE_SIZE}
      isEmpty={() => lines.length === 0}
      empty={<EmptyState title="No inventory items found">Choose a location and scan the units on it. Each scan appears here.</EmptyState>}
    >
      {() => (
        <>
          <DataTable
            label="Scan History"
            columns={columns({ edit, undo: undo.run, isBusy: undo.isBusy })}
            rows={lines.slice(page * HISTORY_PAGE_SIZE, (page + 1) * HISTORY_PAGE_SIZE)}
            keyOf={({ scan, miss }) => (scan ? scan.movement_id : `miss ${miss.id}`)}
            isStruck={({ scan }) => scan?.deleted === 1 || scan?.undone === true}
          />
          <Pagination page={page} pageSize={HISTORY_PAGE_SIZE} totalCount={lines.length} onPage={toPage(onAddress)} />
        </>
      )}
    </QueryResult>
  );
}

function useUndo(onUndone: () => void) {
  const { undo, isBusy } = useUndoCommand(undoMovement);
  const run = (row: AuditHistoryRow) =>
    undo({ body: { id: row.movement_id } }, `${row.outcome === 'MOVED' ? `moved from ${row.from_location}` : 'added'}, ${row.scanned_code}`, onUndone);
  return { run, isBusy };
}

/** Scans and misses together, newest first. */
function byTime(scans: readonly AuditHistoryRow[], misses: readonly AuditMiss[]): readonly Line[] {
  const lines: Line[] = [...scans.map((scan) => ({ scan })), ...misses.map((miss) => ({ miss }))];
  return lines.sort((a, b) => scannedAt(b).localeCompare(scannedAt(a)));
}

function scannedAt({ scan, miss }: Line): string {
  return (scan ?? miss).scanned_at;
}

interface Acts {
  readonly edit: (row: AuditHistoryRow) => void;
  readonly undo: (row: AuditHistoryRow) => void;
  readonly isBusy: boolean;
}

function columns({ edit, undo, isBusy }: Acts): readonly Column<Line>[] {
  return [
    {
      heading: 'Time, user',
      cell: (line) => (
        <span className="grid">
          <When text={scannedAt(line)} />
          <span className="text-muted">{(line.scan ?? line.miss).scanned_by ?? 'N/A'}</span>
        </span>
      ),
    },
    { heading: 'Result', cell: (line) => <Outcome line={line} /> },
    { heading: 'Scanned code', cell: ({ scan, miss }) => <Identifier value={(scan ?? miss).scanned_code} label="scanned code" /> },
    { heading: 'Item', isTitle: true, cell: (line) => <Item line={line} /> },
    {
      heading: 'Seller SKU, FNSKU',
      cell: ({ scan }) =>
        scan && (
          <span className="grid">
            <Identifier value={scan.seller_sku} label="seller SKU" />
            <Identifier value={scan.identifier} label="FNSKU" />
          </span>
        ),
    },
    { heading: 'Condition', cell: ({ scan }) => scan && conditionName(scan.sku_condition) },
    { heading: 'Location', cell: ({ scan, miss }) => (scan ?? miss).scanned_location ?? 'N/A' },
    { heading: 'Expected here?', cell: ({ scan }) => scan && expectedHere(scan) },
    {
      heading: 'Edit',
      isAction: true,
      cell: ({ scan }) =>
        scan && <RowButton icon={Pencil} text="Edit" disabled={scan.deleted === 1} aria-label={`Edit ${rowName(scan)}`} onClick={() => edit(scan)} />,
    },
    { heading: 'Undo', isAction: true, cell: ({ scan }) => scan && <Undo row={scan} {...{ undo, isBusy }} /> },
  ];
}

/** A confirmation changed nothing, so there is nothing to undo. */
function Undo({ row, undo, isBusy }: Omit<Acts, 'edit'> & { row: AuditHistoryRow }) {
  const mayUndo = useMayUndo();
  if (row.undone) return <Badge>Undone</Badge>;
  if (row.outcome === 'CONFIRMED' || !mayUndo(row.scanned_by_id, row.scanned_at)) return null;
  return <RowButton icon={Undo2} text="Undo" disabled={isBusy} aria-label={`Undo ${rowName(row)}`} onClick={() => undo(row)} />;
}

const MISSES: StateLooks<AuditMiss['result']> = {
  DUPLICATE: { label: 'Duplicate', tone: 'neutral' },
  UNMATCHED: { label: 'Unmatched', tone: 'bad' },
  ERROR: { label: 'Error', tone: 'bad' },
};

function Outcome({ line: { scan, miss } }: { line: Line }) {
  if (scan === undefined) return <StateBadge {...MISSES[miss.result]} />;
  if (scan.outcome === 'CONFIRMED') return <Badge tone="good">Confirmed</Badge>;
  if (scan.outcome === 'MOVED') return <Badge tone="accent">Moved from {scan.from_location}</Badge>;
  return <Badge tone="warn">Added</Badge>;
}

/** The item with a link to its product, or to adding a product for an unknown code. */
function Item({ line: { scan, miss } }: { line: Line }) {
  if (scan === undefined) {
    return (
      <span className="flex flex-wrap items-center gap-2">
        {miss.message} {miss.result === 'UNMATCHED' && <AddProductLink code={miss.scanned_code} />}
      </span>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-2">
      <ProductLink id={scan.product_id}>{itemName(scan)}</ProductLink>
      {scan.product_id === null && scan.deleted === 0 && <AddProductLink code={scan.scanned_code} />}
    </span>
  );
}

function expectedHere(row: AuditHistoryRow): string {
  if (row.outcome === 'CONFIRMED') return 'Yes';
  return row.outcome === 'MOVED' ? `Was in ${row.from_location}` : 'New';
}
