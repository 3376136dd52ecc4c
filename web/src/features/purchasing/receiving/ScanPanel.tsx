import { isLpn, normalizeCode } from '@stowage/contract/catalog/identifiers';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { SCAN_DELAY_MS } from '@stowage/contract/inventory/scan';
import type { PackingListLine } from '@stowage/contract/purchasing/packing-lists';
import { RECEIVING_MESSAGES, type ReceiptRow, SCAN_RESULTS } from '@stowage/contract/purchasing/receiving';
import { CircleHelp, Printer } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { LastScan, NoScanYet, type ScanLook, UNSAVED_LOOKS } from '../../../shared/scan/LastScan.tsx';
import { RetryOrDismiss, ScanRow, ScanRows } from '../../../shared/scan/ScanRows.tsx';
import type { ScanQueue } from '../../../shared/scan/scan-queue.ts';
import { useRowsOfScans } from '../../../shared/scan/use-rows-of-scans.ts';
import { useScanProblem } from '../../../shared/scan/use-scan-problem.ts';
import { useScanQueue } from '../../../shared/scan/use-scan-queue.ts';
import { StateBadge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Photo } from '../../../ui/format/Photo.tsx';
import { ScanField, type ScanFieldHandle } from '../../../ui/scan/ScanField.tsx';
import { playTone } from '../../../ui/scan/sounds.ts';
import { useWedge } from '../../../ui/scan/use-wedge.ts';
import { type PrintLabels, receivedLabel } from './received-label.ts';
import { type ReceivingScan, receivingDelivery } from './receiving-delivery.ts';
import { useNewestScans } from './use-newest-scans.ts';
import type { OnLinesChanged } from './use-receiving.ts';

/** The list of scans that were made while no open list was chosen. They are shown and never sent. */
const NO_LIST = 0;

interface ScanPanelProps {
  readonly field: RefObject<ScanFieldHandle | null>;
  readonly poNumber: string;
  /** The list to receive against; undefined when none is chosen, or it is not open. */
  readonly listId: number | undefined;
  /** The chosen list, open or not: its scans are shown, because it may have been closed before they arrived. */
  readonly shownListId: number | undefined;
  readonly disabledReason: string | undefined;
  readonly lines: readonly PackingListLine[];
  /** The newest scans of the list. */
  readonly newest: readonly ReceiptRow[];
  readonly onPrint: PrintLabels;
  readonly onChanged: OnLinesChanged;
}

/** The scan field, the last result, and the results of all scans on this device. */
export function ScanPanel({ field, poNumber, listId, shownListId, disabledReason, lines, newest, onPrint, onChanged }: ScanPanelProps) {
  const { problem: error, setProblem: setError, settle } = useScanProblem();
  const [openedAt] = useState(() => Date.now());
  const readNewest = useNewestScans();
  const onDelivered = async (scan: ReceivingScan) => {
    const row = await readNewest(scan);
    // Only the receipt shows whether the line is over.
    if (scan.result === SCAN_RESULTS.received) playTone(row !== undefined && isOver(row) ? 'warning' : 'success');
    onChanged(row === undefined ? [] : [row.stowage_supplier_po_id]);
  };
  const { queue, scans } = useScanQueue(receivingDelivery, (scan) => {
    const tone = toneOf(scan);
    if (tone !== undefined) playTone(tone);
    if (isRejected(scan) || scan.state === 'done') settle(scan, scan.message ?? RECEIVING_MESSAGES.scanFailed);
    if (scan.state === 'done') void onDelivered(scan);
  });
  const submit = (text: string) => {
    const code = normalizeCode(text);
    if (code === '') return;
    setError(undefined);
    if (listId === undefined) {
      playTone('error');
      queue?.refuse(code, `${disabledReason ?? ''}. This scan was not counted.`, { packingListId: NO_LIST, poNumber });
      return setError(disabledReason);
    }
    if (isLpn(code)) {
      playTone('error');
      queue?.refuse(code, RECEIVING_MESSAGES.lpn, { packingListId: listId, poNumber });
      return setError(RECEIVING_MESSAGES.lpn);
    }
    queue?.add(code, { packingListId: listId, poNumber });
  };
  useWedge({ onScan: submit, focusField: () => field.current?.focus() });
  const own = scans.filter((scan) => [listId ?? NO_LIST, shownListId].includes(scan.packingListId) && scan.poNumber === poNumber);
  const latest = own.find(({ at, state }) => at >= openedAt || state === 'pending' || state === 'retrying');
  const rowOf = useRowsOfScans(newest, scans);
  const row = latest && rowOf(latest);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Card title="Shipment Scan">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-4">
          <ScanField
            ref={field}
            label="UPC, EAN, ASIN, SKU, or FNSKU"
            placeholder="Scan Product UPC/EAN/GTIN"
            {...(disabledReason !== undefined && error === undefined && { hint: disabledReason })}
            error={error}
            disabled={listId === undefined}
            delayMs={SCAN_DELAY_MS}
            onInput={() => setError(undefined)}
            onSubmit={submit}
          />
          <div aria-live="polite" hidden={listId === undefined && latest === undefined}>
            <LatestReceipt scan={latest} row={row} line={row && lines.find((line) => line.stowage_supplier_po_id === row.stowage_supplier_po_id)} />
          </div>
          {row !== undefined && (
            <div className="flex justify-end">
              <Button onClick={() => onPrint([receivedLabel(row)])}>
                <Printer size={16} aria-hidden /> Print label
              </Button>
            </div>
          )}
        </div>
      </Card>
      <Card title="Scans" description="On this device, each with its own result.">
        <Scans scans={own} {...{ queue, rowOf }} />
      </Card>
    </div>
  );
}

/** undefined for a received scan: its tone depends on the receipt. */
function toneOf({ state, result }: ReceivingScan) {
  if (state === 'retrying') return 'warning';
  return state === 'done' && result === SCAN_RESULTS.received ? undefined : 'error';
}

function isOver({ running_qty_remaining }: ReceiptRow): boolean {
  return running_qty_remaining < 0;
}

const LOOKS = {
  ...UNSAVED_LOOKS,
  received: { label: 'Received', tone: 'good' },
  over: { label: 'Received, over', tone: 'warn' },
  unexpected: { label: 'Unexpected', tone: 'warn', icon: CircleHelp },
  failed: { label: 'Not received', tone: 'bad' },
} as const satisfies Record<string, ScanLook>;

function LatestReceipt({ scan, row, line }: { scan: ReceivingScan | undefined; row: ReceiptRow | undefined; line: PackingListLine | undefined }) {
  if (scan === undefined) return <NoScanYet>Scan the first unit</NoScanYet>;
  const look = lookOf(scan, row);
  return (
    <LastScan look={look === 'unexpected' ? { ...LOOKS.unexpected, label: RECEIVING_MESSAGES.notFound } : LOOKS[look]}>
      {row !== undefined && (
        <p className="text-2xl font-bold">
          {numberText(row.running_total_received)} of {numberText(row.packinglist_qty)}
        </p>
      )}
      <p className="flex items-center gap-2 text-bench font-semibold [overflow-wrap:anywhere]">
        {line !== undefined && <Photo url={line.image_url} />}
        {row?.product_name ?? scan.code}
      </p>
      <p className="text-base [overflow-wrap:anywhere]">
        {row !== undefined && `${scan.code} · ${row.supplier_sku} · to RECEIVING`}
        {row === undefined && scan.result === 0 && 'Resolve it under Unexpected items'}
      </p>
    </LastScan>
  );
}

function isRejected({ state }: ReceivingScan): boolean {
  return state === 'failed' || state === 'refused';
}

function lookOf(scan: ReceivingScan, row: ReceiptRow | undefined): keyof typeof LOOKS {
  const { state, result } = scan;
  if (isRejected(scan)) return 'failed';
  if (state !== 'done') return state === 'retrying' ? 'retrying' : 'pending';
  if (result !== SCAN_RESULTS.received) return 'unexpected';
  return row !== undefined && isOver(row) ? 'over' : 'received';
}

interface ScansProps {
  readonly scans: readonly ReceivingScan[];
  readonly queue: ScanQueue<ReceivingScan> | undefined;
  /** The receipt of a scan. */
  readonly rowOf: (scan: ReceivingScan) => ReceiptRow | undefined;
}

/** The scans against the list, newest first. A line above them counts those that were not saved. */
function Scans({ scans, queue, rowOf }: ScansProps) {
  if (scans.length === 0) return <p className="px-4 pb-4 text-muted">Scans appear here.</p>;
  return (
    <ScanRows
      scans={scans}
      queue={queue}
      onRetry={(scan) => queue?.again(scan)}
      row={(scan) => (
        <ScanRow
          key={scan.id}
          scan={scan}
          title={<span className="font-mono break-all">{scan.code}</span>}
          aside={<StateBadge {...LOOKS[lookOf(scan, rowOf(scan))]} />}
        >
          {isRejected(scan) && <p className="text-[13px]">{scan.message}</p>}
          {scan.state === 'failed' && queue !== undefined && <RetryOrDismiss scan={scan} queue={queue} onRetry={(one) => queue.again(one)} />}
        </ScanRow>
      )}
    />
  );
}
