import type { HistoryRow } from '@stowage/contract/inventory/scan';
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach } from 'vitest';
import { ScanTab } from '../src/features/inventory/scan/ScanTab.tsx';
import type { ScanTabAddress } from '../src/features/inventory/scan/scan-tab-address.ts';
import { closeScanQueues } from '../src/shared/scan/scan-queues.ts';
import { openPage } from './open-page.tsx';
import { server, signedIn } from './server.ts';

/** The locations of the test server. */
export const locations = ['A-1', 'B-3', 'RECEIVING'].map((location, index) => ({ id: index + 1, location }));

/** The body of a scan call. */
interface SentScan {
  productId: string;
  locationId: number;
  clientScanId: string;
  incomplete: 'ask' | 'add';
}

/** The test server's history, and the scans that it received. */
export const world: { rows: HistoryRow[]; scans: SentScan[] } = { rows: [], scans: [] };

export function historyRow(part: Partial<HistoryRow>): HistoryRow {
  return {
    id: 1,
    product_id: 1,
    item_name: 'Electric Kettle',
    seller_sku: 'KETTLE-N',
    identifier: 'X00KETTLEN',
    asin: 'B000KETTLE',
    sku_condition: 11,
    location: 'A-1',
    location_id: 1,
    created_at: '2026-11-20 14:03:05',
    updated_at: '2026-11-20 14:03:05',
    deleted: 0,
    quantity: 1,
    client_scan_id: null,
    ...part,
  };
}

beforeEach(() => {
  closeScanQueues();
  sessionStorage.clear();
  signedIn();
  world.rows = [];
  world.scans = [];
  server.use(
    http.post('/api/sflocalinventorylocations', () => HttpResponse.json(locations)),
    http.get('/api/inventory/history', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'));
      const data = world.rows.slice(page * 10, page * 10 + 10);
      return HttpResponse.json({ data, totalCount: world.rows.length, totalPages: Math.ceil(world.rows.length / 10), currentPage: page });
    }),
    http.post('/api/sfinventory', async ({ request }) => {
      const body = (await request.json()) as SentScan;
      world.scans.push(body);
      world.rows = [historyRow({ id: world.scans.length + 100, client_scan_id: body.clientScanId, identifier: body.productId }), ...world.rows];
      return HttpResponse.text('ok');
    }),
  );
});

/** Opens the Scan tab on a working test server. */
export async function open(address: ScanTabAddress = {}) {
  const user = openPage(ScanTab, address);
  await screen.findByRole('option', { name: 'B-3' });
  const field = screen.getByLabelText<HTMLInputElement>('UPC, EAN, ASIN, SKU, or FNSKU');
  return { field, user };
}
