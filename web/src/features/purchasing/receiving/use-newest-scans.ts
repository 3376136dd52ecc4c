import { getScanHistory, type ReceiptRow, SCAN_HISTORY_PAGE_SIZE } from '@stowage/contract/purchasing/receiving';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryFor } from '../../../api/query.ts';
import type { ReceivingScan } from './receiving-delivery.ts';

interface List {
  readonly poNumber: string;
  readonly packingListId: number;
}

/** The newest scans of a list, as the bench and the history's first page know them. */
export function newestScans({ poNumber, packingListId }: List) {
  return { body: { poNumber, packingListId, limit: SCAN_HISTORY_PAGE_SIZE } };
}

/** Shows a scan that the server took at once. @returns its row, unless it is on no line or can't be read */
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
      // It is received; the history shows it with the next change.
      return undefined;
    }
  };
}
