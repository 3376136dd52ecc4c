import { MAX_LABEL_COPIES } from '@stowage/contract/labels/labels';
import { getScanHistory, RECEIVING_MESSAGES, type ReceiptRow, SCAN_HISTORY_PAGE_SIZE, updateScan } from '@stowage/contract/purchasing/receiving';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { When } from '../../../ui/format/When.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/States.tsx';
import { playTone } from '../../../ui/scan/sounds.ts';
import { NEWEST, type ReceiveAddress } from '../receive-address.ts';
import { HistoryParts } from './HistoryParts.tsx';
import { QuantityInput } from './QuantityInput.tsx';
import { type PrintLabels, receivedLabel } from './received-label.ts';
import { newestScans } from './use-newest-scans.ts';
import type { TellChange } from './use-receiving.ts';

interface ScanHistoryCardProps {
  /** The list, once one is chosen. */
  readonly of: { readonly poNumber: string; readonly packingListId: number } | undefined;
  /** What is loaded before it is there. */
  readonly isReady: boolean;
  /** Nothing can be changed any more. */
  readonly isFixed: boolean;
  readonly address: ReceiveAddress;
  readonly onAddress: (change: Partial<ReceiveAddress>) => void;
  readonly onPrint: PrintLabels;
  readonly onChanged: TellChange;
  /** Back to scanning. */
  readonly onEntered: () => void;
}

/** What came, scan by scan, with running totals. The newest scan of each code can be given another number. */
export function ScanHistoryCard({ of, isReady, isFixed, address, onAddress, onPrint, onChanged, onEntered }: ScanHistoryCardProps) {
  const update = useCommand(updateScan);
  const { before, code } = address;
  const part = { ...(before !== undefined && { before }), ...(code !== undefined && { scannedId: code }) };
  const history = useQuery({
    ...queryFor(getScanHistory, { body: { ...newestScans(of ?? { poNumber: '', packingListId: 0 }).body, ...part } }),
    enabled: of !== undefined && isReady,
    placeholderData: keepPreviousData,
  });
  const rows = of === undefined ? [] : (history.data ?? []);
  const save = async ({ id: receiptId, scanned_id: scannedId, received_qty: expectedQty, stowage_supplier_po_id: line }: ReceiptRow, receivedQty: number) => {
    if (of === undefined) return;
    try {
      await update.mutateAsync({ body: { scannedId, ...of, receivedQty, receiptId, expectedQty, isBrief: true } });
      onChanged([line]);
    } catch (error) {
      playTone('error');
      toast('bad', RECEIVING_MESSAGES.quantityFailed);
      throw error;
    }
  };
  return (
    <Card title="Scan History">
      {of !== undefined && (
        <HistoryParts
          key={of.packingListId}
          address={address}
          oldest={rows.length < SCAN_HISTORY_PAGE_SIZE ? undefined : rows.at(-1)?.id}
          onAddress={onAddress}
        />
      )}
      {of !== undefined && history.isPending && <SkeletonRows count={3} />}
      {history.isError && history.data === undefined && (
        <ErrorState title="The scan history could not be loaded" detail={history.error.message} onRetry={() => void history.refetch()} />
      )}
      {(of === undefined || (history.isSuccess && rows.length === 0)) && (
        <EmptyState title="No scanned data available">
          {code !== undefined && `Nothing was received here under ${code}.`}
          {code === undefined && before !== undefined && <Button onClick={() => onAddress(NEWEST)}>Newest scans</Button>}
        </EmptyState>
      )}
      {rows.length > 0 && <HistoryTable rows={rows} isFixed={isFixed} onSave={save} onPrint={onPrint} onEntered={onEntered} />}
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
] as const;
const NUMBERS: readonly string[] = HEADINGS.slice(4, 8);

interface HistoryTableProps {
  readonly rows: readonly ReceiptRow[];
  readonly isFixed: boolean;
  readonly onSave: (row: ReceiptRow, quantity: number) => Promise<void>;
  readonly onPrint: PrintLabels;
  readonly onEntered: () => void;
}

function HistoryTable({ rows, isFixed, ...acts }: HistoryTableProps) {
  return (
    <div className="overflow-x-auto">
      <table role="table" aria-label="Scan History" className="stacking-table w-full border-collapse text-left text-[13px]">
        <thead role="rowgroup" className="bg-sunken text-muted">
          <tr role="row">
            {HEADINGS.map((heading) => (
              <th key={heading} role="columnheader" scope="col" className={`h-9 px-2 text-xs font-medium first:pl-4 ${alignOf(heading)}`}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={row.id} role="row" className={`border-t border-line ${colourOf(row)}`}>
              <Cells row={row} isEditable={row.is_newest && !isFixed} {...acts} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Beyond the list is red; a code that completed its line is green. */
function colourOf({ running_qty_remaining, is_finished }: ReceiptRow): string {
  if (running_qty_remaining < 0) return 'bg-bad-soft';
  return is_finished ? 'bg-good-soft' : '';
}

function alignOf(heading: (typeof HEADINGS)[number]): string {
  return NUMBERS.includes(heading) ? 'text-right' : '';
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
      disabled={row.received_qty === 0}
      onClick={() => onPrint([receivedLabel(row)], Math.min(row.received_qty, MAX_LABEL_COPIES))}
    >
      <Printer size={14} aria-hidden />
    </Button>,
  ];
  return HEADINGS.map((heading, index) => (
    <td
      key={heading}
      role="cell"
      data-label={heading === 'Product Name' || heading === 'Label' ? undefined : heading}
      className={`h-11 px-2 py-1 first:pl-4 ${alignOf(heading)} ${heading === 'Product Name' ? 'stacking-title' : ''}`}
    >
      {cells[index]}
    </td>
  ));
}
