import { getScanHistory, type ReceiptRow, SCAN_HISTORY_PAGE_SIZE } from '@stowage/contract/purchasing/receiving';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryFor } from '../../../api/query.ts';
import type { ReceivingScan } from './receiving-delivery.ts';

interface List {
  readonly poNumber: string;
  readonly packingListId: number;
}

/** The input of the newest scans, which the scan panel and the history's first page share. */
export function newestScans({ poNumber, packingListId }: List) {
  return { body: { poNumber, packingListId, limit: SCAN_HISTORY_PAGE_SIZE } };
}

/** Reloads the newest scans after a scan. @returns the scan's receipt; undefined for an unexpected code or a failed call */
export function useNewestScans(): (scan: ReceivingScan) => Promise<ReceiptRow | undefined> {
  const client = useQueryClient();
  return async (scan) => {
    if (scan.result !== 1) return undefined;
    const input = newestScans(scan);
    try {
      const rows = await call(getScanHistory, input);
      client.setQueryData(queryFor(getScanHistory, input).queryKey, rows);
      return rows.find(({ client_scan_id: id }) => id === scan.id);
    } catch {
      // The unit is received; the history shows it after the next change.
      return undefined;
    }
  };
}
