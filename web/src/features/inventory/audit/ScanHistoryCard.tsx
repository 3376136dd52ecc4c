import { conditionName } from '@stowage/contract/catalog/conditions';
import { undoMovement } from '@stowage/contract/inventory/adjustment';
import { type AuditHistoryRow, type AuditMiss, auditMisses, auditMissesTopic } from '@stowage/contract/inventory/audit';
import { HISTORY_PAGE_SIZE } from '@stowage/contract/inventory/scan';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Pencil, Undo2 } from 'lucide-react';
import { useTopic } from '../../../api/live.ts';
import { failureMessage } from '../../../api/problem.ts';
import { queryFor, useCommand } from '../../../api/query.ts';
import { useThrottled } from '../../../api/use-throttled.ts';
import { AddProductLink, ProductLink } from '../../../shared/product-links.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { Clock } from '../../../ui/format/Clock.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { When } from '../../../ui/format/When.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/States.tsx';
import { type ChangeAddress, toPage } from '../../../ui/table/change-address.ts';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { EditItemDialog } from '../history/EditItemDialog.tsx';
import { itemName, rowName } from '../history/item-name.ts';
import type { AuditAddress } from './audit-address.ts';

interface ScanHistoryCardProps {
  readonly history: UseQueryResult<AuditHistoryRow[]>;
  readonly address: AuditAddress;
  readonly onAddress: ChangeAddress<AuditAddress>;
  readonly onChanged: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

const REFRESH_MS = 250;

/** What the audits' scans did, newest first. */
export function ScanHistoryCard({ history, address, onAddress, onChanged, returnFocusTo }: ScanHistoryCardProps) {
  const item = history.data?.find((row) => row.movement_id === address.edit);
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

/** A scan that counted, or one that did not. */
type Line = { readonly scan: AuditHistoryRow; readonly miss?: undefined } | { readonly scan?: undefined; readonly miss: AuditMiss };

function ScanHistory({ history, page, onAddress, onChanged }: Pick<ScanHistoryCardProps, 'history' | 'onAddress' | 'onChanged'> & { page: number }) {
  const misses = useMisses();
  const undo = useUndo(onChanged);
  if (history.isPending) return <SkeletonRows count={HISTORY_PAGE_SIZE} />;
  if (history.data === undefined) {
    return <ErrorState title="The history could not be loaded" detail={history.error?.message} onRetry={() => void history.refetch()} />;
  }
  const lines = byTime(history.data, misses);
  if (lines.length === 0) return <EmptyState title="No inventory items found">Choose a location and scan what is on it: each scan appears here.</EmptyState>;
  const shown = lines.slice(page * HISTORY_PAGE_SIZE, (page + 1) * HISTORY_PAGE_SIZE);
  const edit = (row: AuditHistoryRow) => onAddress({ edit: row.movement_id });
  return (
    <>
      <DataTable
        label="Scan History"
        columns={columns({ edit, undo: undo.run, isBusy: undo.isBusy })}
        rows={shown}
        keyOf={({ scan, miss }) => (scan ? scan.movement_id : `miss ${miss.id}`)}
        isStruck={({ scan }) => scan?.deleted === 1 || scan?.undone === true}
      />
      <Pagination page={page} pageSize={HISTORY_PAGE_SIZE} totalCount={lines.length} onPage={toPage(onAddress)} />
    </>
  );
}

/** The scans that counted nothing; without them the history is still worth showing. */
function useMisses(): readonly AuditMiss[] {
  const misses = useQuery(queryFor(auditMisses, {}));
  const refresh = useThrottled(() => void misses.refetch(), REFRESH_MS);
  useTopic(auditMissesTopic, { onMessage: refresh, onReconnect: refresh });
  return misses.data ?? [];
}

function useUndo(onUndone: () => void) {
  const command = useCommand(undoMovement);
  const run = (row: AuditHistoryRow) =>
    command.mutate(
      { body: { id: row.movement_id } },
      {
        onSuccess: () => {
          toast('good', `Undone: ${row.outcome === 'MOVED' ? `moved from ${row.from_location}` : 'added'}, ${row.scanned_code}`);
          onUndone();
        },
        onError: (error) => toast('bad', failureMessage(error) ?? 'Not undone: the server does not answer. Please try again.'),
      },
    );
  return { run, isBusy: command.isPending };
}

/** Both lists as one, newest first. */
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
        scan && (
          <Button size="small" disabled={scan.deleted === 1} aria-label={`Edit ${rowName(scan)}`} onClick={() => edit(scan)}>
            <Pencil size={14} aria-hidden /> <span className="lg:max-xl:hidden">Edit</span>
          </Button>
        ),
    },
    { heading: 'Undo', isAction: true, cell: ({ scan }) => scan && <Undo row={scan} {...{ undo, isBusy }} /> },
  ];
}

/** A confirmation changed nothing, so there is nothing to undo. */
function Undo({ row, undo, isBusy }: Omit<Acts, 'edit'> & { row: AuditHistoryRow }) {
  if (row.undone) return <Badge>Undone</Badge>;
  if (row.outcome === 'CONFIRMED') return null;
  return (
    <Button size="small" disabled={isBusy} aria-label={`Undo ${rowName(row)}`} onClick={() => undo(row)}>
      <Undo2 size={14} aria-hidden /> <span className="lg:max-xl:hidden">Undo</span>
    </Button>
  );
}

const MISSES = {
  DUPLICATE: { tone: 'neutral', word: 'Duplicate' },
  UNMATCHED: { tone: 'bad', word: 'Unmatched' },
  ERROR: { tone: 'bad', word: 'Error' },
} as const;

function Outcome({ line: { scan, miss } }: { line: Line }) {
  if (scan === undefined) return <Badge tone={MISSES[miss.result].tone}>{MISSES[miss.result].word}</Badge>;
  if (scan.outcome === 'CONFIRMED') return <Badge tone="good">Confirmed</Badge>;
  if (scan.outcome === 'MOVED') return <Badge tone="accent">Moved from {scan.from_location}</Badge>;
  return <Badge tone="warn">Added</Badge>;
}

/** Its name leads to the product; a code that nobody knows, to adding one. */
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
