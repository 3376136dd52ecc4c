import { exportStock } from '@stowage/contract/inventory/stock';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { chooseDateFormat } from '../../ui/format/date-time.ts';
import { ExportButton } from './ExportButton.tsx';

let saved: string[] = [];

beforeEach(() => {
  signedIn();
  saved = [];
  // After midnight in London it is still the previous day in New York.
  vi.useFakeTimers({ now: new Date('2026-11-22T03:00:00Z'), toFake: ['Date'] });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} });
  server.use(http.get('/api/inventory/export/stock.csv', () => HttpResponse.text('Item\r\n')));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  chooseDateFormat({});
});

it.each([
  ['stock.csv', 'America/New_York', 'stock 2026-11-21.csv'],
  ['stock.csv', 'Europe/London', 'stock 2026-11-22.csv'],
  ['stock-2026-10-01.csv', 'Europe/London', 'stock-2026-10-01.csv'],
  ['rejected rows of 2026-10-01.csv.csv', 'Europe/London', 'rejected rows of 2026-10-01.csv 2026-11-22.csv'],
])('saves %s in %s as %s', async (name, timeZone, expected) => {
  chooseDateFormat({ timeZone });
  const user = openPage(() => <ExportButton endpoint={exportStock} input={{ query: {} }} name={name} />, {});
  await user.click(screen.getByRole('button'));
  await waitFor(() => expect(saved).toEqual([expected]));
});

it('shows how many rows have arrived', async () => {
  let end = () => {};
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(`Item\r\n${'Kettle\r\n'.repeat(1_200)}`));
      end = () => controller.close();
    },
  });
  server.use(http.get('/api/inventory/export/stock.csv', () => new HttpResponse(body)));
  const user = openPage(() => <ExportButton endpoint={exportStock} input={{ query: {} }} name="stock.csv" />, {});
  await user.click(screen.getByRole('button'));
  expect(await screen.findByText('Exporting 1,200 rows...')).toBeTruthy();
  end();
  await waitFor(() => expect(saved).toHaveLength(1));
});
