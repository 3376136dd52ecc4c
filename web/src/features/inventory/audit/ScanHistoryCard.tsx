import { conditionName } from '@stowage/contract/conditions';
import { HISTORY_PAGE_SIZE } from '@stowage/contract/inventory';
import type { AuditHistoryRow } from '@stowage/contract/inventory-audit';
import type { UseQueryResult } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Clock } from '../../../ui/Clock.tsx';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Identifier } from '../../../ui/Identifier.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/States.tsx';
import { When } from '../../../ui/When.tsx';
import { EditItemDialog } from '../EditItemDialog.tsx';
import { itemName, rowName } from '../item-name.ts';
import type { AuditAddress } from './audit-address.ts';

interface ScanHistoryCardProps {
  readonly history: UseQueryResult<AuditHistoryRow[]>;
  readonly address: AuditAddress;
  readonly onAddress: (change: Partial<AuditAddress>) => void;
  readonly onChanged: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

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
      <ScanHistory {...{ history, onAddress }} page={(address.page ?? 1) - 1} />
      {item !== undefined && item.deleted === 0 && (
        <EditItemDialog item={item} locationSource="loaded" onClose={close} onSaved={saved} returnFocusTo={returnFocusTo} />
      )}
    </Card>
  );
}

function ScanHistory({ history, page, onAddress }: Pick<ScanHistoryCardProps, 'history' | 'onAddress'> & { page: number }) {
  if (history.isPending) return <SkeletonRows count={HISTORY_PAGE_SIZE} />;
  if (history.data === undefined) {
    return <ErrorState title="The history could not be loaded" detail={history.error?.message} onRetry={() => void history.refetch()} />;
  }
  if (history.data.length === 0)
    return <EmptyState title="No inventory items found">Choose a location and scan what is on it: each scan appears here.</EmptyState>;
  const shown = history.data.slice(page * HISTORY_PAGE_SIZE, (page + 1) * HISTORY_PAGE_SIZE);
  const edit = (row: AuditHistoryRow) => onAddress({ edit: row.movement_id });
  return (
    <>
      <DataTable label="Scan History" columns={columns(edit)} rows={shown} keyOf={(row) => row.movement_id} isStruck={(row) => row.deleted === 1} />
      <Pagination
        page={page}
        pageSize={HISTORY_PAGE_SIZE}
        totalCount={history.data.length}
        onPage={(next) => onAddress({ page: next === 0 ? undefined : next + 1 })}
      />
    </>
  );
}

function columns(edit: (row: AuditHistoryRow) => void): readonly Column<AuditHistoryRow>[] {
  return [
    { heading: 'Time', cell: (row) => <When text={row.scanned_at} /> },
    { heading: 'Result', cell: (row) => <Outcome row={row} /> },
    { heading: 'Scanned code', cell: (row) => <Identifier value={row.scanned_code} label="scanned code" /> },
    { heading: 'Item', isTitle: true, cell: (row) => itemName(row) },
    { heading: 'Seller SKU', cell: (row) => <Identifier value={row.seller_sku} label="seller SKU" /> },
    { heading: 'FNSKU', cell: (row) => <Identifier value={row.identifier} label="FNSKU" /> },
    { heading: 'Condition', cell: (row) => conditionName(row.sku_condition) },
    { heading: 'Location', cell: (row) => row.scanned_location },
    { heading: 'Expected here?', cell: expectedHere },
    { heading: 'User', cell: (row) => row.scanned_by ?? 'N/A' },
    {
      heading: 'Edit',
      isAction: true,
      cell: (row) => (
        <Button size="small" disabled={row.deleted === 1} aria-label={`Edit ${rowName(row)}`} onClick={() => edit(row)}>
          <Pencil size={14} aria-hidden /> <span className="lg:max-xl:hidden">Edit</span>
        </Button>
      ),
    },
  ];
}

function Outcome({ row }: { row: AuditHistoryRow }) {
  if (row.outcome === 'CONFIRMED') return <Badge tone="good">Confirmed</Badge>;
  if (row.outcome === 'MOVED') return <Badge tone="accent">Moved from {row.from_location}</Badge>;
  return <Badge tone="warn">Added</Badge>;
}

function expectedHere(row: AuditHistoryRow): string {
  if (row.outcome === 'CONFIRMED') return 'Yes';
  return row.outcome === 'MOVED' ? `Was in ${row.from_location}` : 'New';
}
