import type { OutputOf } from '@stowage/contract/endpoint';
import { type getScanHistory, type PackingListOption, RECEIVING_MESSAGES, type ReceiptRow, updateScan } from '@stowage/contract/receiving';
import type { UseQueryResult } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useCommand } from '../../api/query.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/States.tsx';
import { playTone } from '../../ui/sounds.ts';
import { toast } from '../../ui/Toast.tsx';
import { When } from '../../ui/When.tsx';
import { QuantityInput } from './QuantityInput.tsx';
import { type PrintLabels, receivedLabel } from './received-label.ts';

interface ScanHistoryCardProps {
  readonly history: UseQueryResult<OutputOf<typeof getScanHistory>>;
  readonly isSelected: boolean;
  readonly poNumber: string;
  /** undefined while nothing can be changed. */
  readonly list: PackingListOption | undefined;
  readonly onPrint: PrintLabels;
  readonly onChanged: () => void;
  /** Back to scanning. */
  readonly onEntered: () => void;
}

/** What came, scan by scan, with running totals. The newest scan of each code can be given another number. */
export function ScanHistoryCard({ history, isSelected, poNumber, list, onPrint, onChanged, onEntered }: ScanHistoryCardProps) {
  const update = useCommand(updateScan);
  const rows = history.data ?? [];
  const save = async ({ id: receiptId, scanned_id: scannedId, received_qty: expectedQty }: ReceiptRow, receivedQty: number) => {
    if (list === undefined) return;
    try {
      await update.mutateAsync({ body: { scannedId, packingListId: list.value, poNumber, receivedQty, receiptId, expectedQty } });
      onChanged();
    } catch (error) {
      playTone('error');
      toast('bad', RECEIVING_MESSAGES.quantityFailed);
      throw error;
    }
  };
  return (
    <Card title="Scan History">
      {isSelected && history.isPending && <SkeletonRows count={3} />}
      {history.isError && history.data === undefined && (
        <ErrorState title="The scan history could not be loaded" detail={history.error.message} onRetry={() => void history.refetch()} />
      )}
      {(!isSelected || (history.isSuccess && rows.length === 0)) && <EmptyState title="No scanned data available" />}
      {rows.length > 0 && <HistoryTable rows={rows} isFixed={list === undefined} onSave={save} onPrint={onPrint} onEntered={onEntered} />}
    </Card>
  );
}

const HEADINGS = [
  'Scanned Code',
  'Scan/Update Time',
  'Supplier Sku',
  'Product Name',
  'Qty Received',
  'Running Qty Remaining',
  'Running Total Received',
  'Packing List Total Expected',
  'Label',
];

interface HistoryTableProps {
  readonly rows: readonly ReceiptRow[];
  readonly isFixed: boolean;
  readonly onSave: (row: ReceiptRow, quantity: number) => Promise<void>;
  readonly onPrint: PrintLabels;
  readonly onEntered: () => void;
}

function HistoryTable({ rows, isFixed, ...acts }: HistoryTableProps) {
  const codeOf = ({ scanned_id }: ReceiptRow) => scanned_id.toUpperCase();
  const finished = new Set(rows.filter(({ running_qty_remaining }) => running_qty_remaining === 0).map(codeOf));
  const seen = new Set<string>();
  return (
    <div className="overflow-x-auto">
      <table role="table" aria-label="Scan History" className="stacking-table w-full border-collapse text-left text-[13px]">
        <thead role="rowgroup" className="bg-sunken text-muted">
          <tr role="row">
            {HEADINGS.map((heading) => (
              <th key={heading} role="columnheader" scope="col" className="h-9 px-2 text-xs font-medium first:pl-4">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => {
            const isFirst = !seen.has(codeOf(row));
            seen.add(codeOf(row));
            return (
              <tr key={row.id} role="row" className={`border-t border-line ${colourOf(row, finished.has(codeOf(row)))}`}>
                <Cells row={row} isEditable={isFirst && !isFixed} {...acts} />
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Beyond the list is red; a code that completed its line is green. */
function colourOf({ running_qty_remaining }: ReceiptRow, isFinished: boolean): string {
  if (running_qty_remaining < 0) return 'bg-bad-soft';
  return isFinished ? 'bg-good-soft' : '';
}

interface CellsProps extends Pick<HistoryTableProps, 'onSave' | 'onPrint' | 'onEntered'> {
  readonly row: ReceiptRow;
  readonly isEditable: boolean;
}

function Cells({ row, isEditable, onSave, onPrint, onEntered }: CellsProps) {
  const cells = [
    <span key="code" className="font-mono break-all lg:[word-break:normal]">
      {row.scanned_id}
    </span>,
    <When key="when" text={row.updated_at} />,
    row.supplier_sku,
    row.product_name,
    isEditable ? (
      <QuantityInput
        key="quantity"
        label={`Qty Received of ${row.scanned_id}`}
        value={row.received_qty}
        onSave={(quantity) => onSave(row, quantity)}
        onEntered={onEntered}
      />
    ) : (
      row.received_qty.toLocaleString()
    ),
    row.running_qty_remaining < 0 ? (
      <span key="remaining">
        {row.running_qty_remaining.toLocaleString()} <Badge tone="bad">+{(-row.running_qty_remaining).toLocaleString()} over</Badge>
      </span>
    ) : (
      row.running_qty_remaining.toLocaleString()
    ),
    row.running_total_received.toLocaleString(),
    row.packinglist_qty.toLocaleString(),
    <Button
      key="label"
      size="small"
      aria-label={`Print labels of ${row.scanned_id}`}
      onClick={() => onPrint(Array.from({ length: Math.min(row.received_qty, 1) }, () => receivedLabel(row)))}
    >
      <Printer size={14} aria-hidden />
    </Button>,
  ];
  return HEADINGS.map((heading, index) => (
    <td
      key={heading}
      role="cell"
      data-label={heading === 'Product Name' || heading === 'Label' ? undefined : heading}
      className={`h-11 px-2 py-1 first:pl-4 ${heading === 'Product Name' ? 'stacking-title' : ''}`}
    >
      {cells[index]}
    </td>
  ));
}
