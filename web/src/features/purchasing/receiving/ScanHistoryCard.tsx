import { numberText } from '@stowage/contract/formats/text/number-text';
import { MAX_LABEL_COPIES } from '@stowage/contract/labels/labels';
import { getScanHistory, RECEIVING_MESSAGES, type ReceiptRow, SCAN_HISTORY_PAGE_SIZE, updateScan } from '@stowage/contract/purchasing/receiving';
import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useListQuery } from '../../../api/live-query.ts';
import { useCommand } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { When } from '../../../ui/format/When.tsx';
import { playTone } from '../../../ui/scan/sounds.ts';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { SteadyRow } from '../../../ui/table/rows/SteadyRow.tsx';
import { NEWEST, type ReceiveAddress } from '../receive-address.ts';
import { HistoryNavigation } from './HistoryNavigation.tsx';
import { QuantityInput } from './QuantityInput.tsx';
import { type PrintLabels, receivedLabel } from './received-label.ts';
import { useHeldRows } from './use-held-rows.ts';
import { newestScans } from './use-newest-scans.ts';
import type { OnLinesChanged } from './use-receiving.ts';

interface ScanHistoryCardProps extends AddressProps<ReceiveAddress> {
  /** The chosen list. */
  readonly of: { readonly poNumber: string; readonly packingListId: number } | undefined;
  /** Whether what loads before the history has been answered. */
  readonly isReady: boolean;
  /** Whether the list is closed or canceled. */
  readonly isFixed: boolean;
  readonly onPrint: PrintLabels;
  readonly onChanged: OnLinesChanged;
  /** Moves the focus back to the scan field. */
  readonly onEntered: () => void;
}

/** The received scans with running totals. The quantity of each code's newest scan can be changed. */
export function ScanHistoryCard({ of, isReady, isFixed, address, onAddress, onPrint, onChanged, onEntered }: ScanHistoryCardProps) {
  const update = useCommand(updateScan);
  const { before, code } = address;
  const part = { ...(before !== undefined && { before }), ...(code !== undefined && { scannedId: code }) };
  const input = { body: { ...newestScans(of ?? { poNumber: '', packingListId: 0 }).body, ...part } };
  const history = useListQuery(getScanHistory, input, { enabled: of !== undefined && isReady });
  const page = of === undefined ? [] : (history.data ?? []);
  const { rows, onUse } = useHeldRows(page);
  const empty = (
    <EmptyState title="No scanned data available">
      {code !== undefined && `No scan of ${code} on this list.`}
      {code === undefined && before !== undefined && <Button onClick={() => onAddress(NEWEST)}>Newest scans</Button>}
    </EmptyState>
  );
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
        <HistoryNavigation
          key={of.packingListId}
          address={address}
          oldest={page.length < SCAN_HISTORY_PAGE_SIZE ? undefined : page.at(-1)?.id}
          isLoading={history.isPlaceholderData}
          onAddress={onAddress}
        />
      )}
      {of === undefined ? (
        empty
      ) : (
        <QueryResult
          query={{ ...history, data: rows.length === 0 ? history.data : rows }}
          failure="The scan history could not be loaded"
          rows={3}
          empty={empty}
        >
          {(scans) => <HistoryTable rows={scans} isFixed={isFixed} onSave={save} onPrint={onPrint} onEntered={onEntered} onUse={onUse} />}
        </QueryResult>
      )}
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
  readonly onUse: (row: ReceiptRow, isInUse: boolean) => void;
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
          <SteadyRow>
            {rows.map((row) => (
              <tr key={row.id} role="row" className={`border-t border-line ${colourOf(row)}`}>
                <Cells row={row} isEditable={row.is_newest && !isFixed} {...acts} />
              </tr>
            ))}
          </SteadyRow>
        </tbody>
      </table>
    </div>
  );
}

/** Units over the listed quantity are red; a code that completed its line is green. */
function colourOf({ running_qty_remaining, is_finished }: ReceiptRow): string {
  if (running_qty_remaining < 0) return 'bg-bad-soft';
  return is_finished ? 'bg-good-soft' : '';
}

function alignOf(heading: (typeof HEADINGS)[number]): string {
  return NUMBERS.includes(heading) ? 'text-right' : '';
}

interface CellsProps extends Pick<HistoryTableProps, 'onSave' | 'onPrint' | 'onEntered' | 'onUse'> {
  readonly row: ReceiptRow;
  readonly isEditable: boolean;
}

function Cells({ row, isEditable, onSave, onPrint, onEntered, onUse }: CellsProps) {
  // A scan of the same code by another station must not take the input from the person who types into it.
  const [isInUse, setInUse] = useState(false);
  useEffect(() => onUse(row, isInUse), [row, isInUse, onUse]);
  const cells = [
    <span key="code" className="font-mono break-all lg:[word-break:normal]">
      {row.scanned_id}
    </span>,
    <When key="when" text={row.updated_at} />,
    row.supplier_sku,
    row.product_name,
    isEditable || isInUse ? (
      <QuantityInput
        key="quantity"
        label={`Qty Received of ${row.scanned_id}`}
        value={row.received_qty}
        onSave={(quantity, seen) => onSave({ ...row, received_qty: seen }, quantity)}
        onEntered={onEntered}
        onUse={setInUse}
        {...(!row.is_newest && { warning: () => 'Scanned again since. This changes only this scan.' })}
      />
    ) : (
      numberText(row.received_qty)
    ),
    row.running_qty_remaining < 0 ? (
      <span key="remaining">
        {numberText(row.running_qty_remaining)} <Badge tone="bad">+{numberText(-row.running_qty_remaining)} over</Badge>
      </span>
    ) : (
      numberText(row.running_qty_remaining)
    ),
    numberText(row.running_total_received),
    numberText(row.packinglist_qty),
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
