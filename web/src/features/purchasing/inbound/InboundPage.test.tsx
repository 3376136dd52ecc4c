import { INBOUND_LIMIT, type InboundShipment } from '@stowage/contract/purchasing/inbound';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { chooseDateFormat } from '../../../ui/format/date-time.ts';
import { InboundPage } from './InboundPage.tsx';
import type { InboundAddress } from './inbound-address.ts';

beforeEach(() => {
  signedIn();
  chooseDateFormat({ locale: 'en-US', timeZone: 'America/Los_Angeles' });
});

const box = (nth: number, kind: InboundShipment['kind'] = 'RETURN'): InboundShipment => ({
  kind,
  packing_list_id: kind === 'VENDOR' ? 3 : null,
  reference: `1Z${nth}`,
  order: 'REMOVAL-1',
  carrier: 'UPS',
  tracking_number: `1Z${nth}`,
  expected_on: kind === 'VENDOR' ? '2026-11-20' : null,
  sent_at: null,
  units: 1,
  received: 0,
});
const opened: string[] = [];
const open = (rows: readonly InboundShipment[]) => {
  server.use(http.get('/api/inbound-shipments', () => HttpResponse.json(rows)));
  return openPage<InboundAddress>((page) => <InboundPage {...page} onOpen={(path) => opened.push(path)} />, {});
};

it('names the kind that can have more rows', async () => {
  open([box(0, 'VENDOR'), ...Array.from({ length: INBOUND_LIMIT }, (_, nth) => box(nth + 1))]);
  expect(await screen.findByText(`Only the last ${INBOUND_LIMIT} returned boxes are shown.`)).toBeTruthy();
  expect(screen.getAllByText(/^Only the/)).toHaveLength(1);
});

it('opens a packing list and a returned box where they are received, by Enter and by a click', async () => {
  const user = open([box(1, 'VENDOR'), box(2)]);
  await user.click(await screen.findByRole('link', { name: '1Z2' }));
  screen.getByRole('row', { name: /1Z1/ }).focus();
  await user.keyboard('{Enter}');
  expect(opened.map((path) => decodeURIComponent(path))).toEqual(['/returns?q=1Z2', '/receiveinventory?po=REMOVAL-1&tab=receive&list=3']);
});

it('opens the chosen one of two packing lists with the same label', async () => {
  // None that another test opened, to whose row the list would return.
  const user = open([13, 14].map((id) => ({ ...box(1, 'VENDOR'), packing_list_id: id })));
  const [, second] = await screen.findAllByRole('row', { name: /1Z1/ });
  second?.focus();
  await user.keyboard('{Enter}');
  expect(opened.at(-1)).toContain('list=14');
});

it('formats days like other dates', async () => {
  open([box(1, 'VENDOR')]);
  expect(await screen.findByText('11/20/2026')).toBeTruthy();
});

it('is filtered by its kind, and sorted by a column, then in reverse, then as before', async () => {
  const user = open([box(2), { ...box(10), units: 5 }, box(1, 'VENDOR')]);
  await screen.findByRole('table');
  const shown = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('td')?.textContent);
  const press = (name: string) => user.click(within(screen.getByRole('table')).getByRole('button', { name }));
  expect(shown()).toEqual(['1Z2', '1Z10', '1Z1']);
  await press('Shipment');
  expect(shown()).toEqual(['1Z1', '1Z2', '1Z10']);
  await press('Shipment');
  expect(shown()).toEqual(['1Z10', '1Z2', '1Z1']);
  await press('Shipment');
  expect(shown()).toEqual(['1Z2', '1Z10', '1Z1']);
  // Rows without a value come last.
  await press('Expected');
  expect(shown()[0]).toBe('1Z1');
  await user.selectOptions(screen.getByLabelText('Shipments from'), 'Return');
  expect(shown()).toEqual(['1Z2', '1Z10']);
  expect(screen.getByRole('button', { name: 'Remove the filter From: Return' })).toBeTruthy();
});
