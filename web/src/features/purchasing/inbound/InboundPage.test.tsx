import { INBOUND_LIMIT, type InboundShipment } from '@stowage/contract/purchasing/inbound';
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { chooseDateFormat } from '../../../ui/format/date-time.ts';
import { InboundPage } from './InboundPage.tsx';

beforeEach(() => {
  signedIn();
  chooseDateFormat({ locale: 'en-US', timeZone: 'America/Los_Angeles' });
});

const box = (nth: number, kind: InboundShipment['kind'] = 'RETURN'): InboundShipment => ({
  kind,
  reference: `1Z${nth}`,
  order: 'REMOVAL-1',
  carrier: 'UPS',
  tracking_number: `1Z${nth}`,
  expected_on: kind === 'VENDOR' ? '2026-11-20' : null,
  sent_at: null,
  units: 1,
  received: 0,
});
const open = (rows: readonly InboundShipment[]) => {
  server.use(http.get('/api/inbound-shipments', () => HttpResponse.json(rows)));
  openPage<object>(() => <InboundPage />, {});
};

it('names the kind that can have more rows', async () => {
  open([box(0, 'VENDOR'), ...Array.from({ length: INBOUND_LIMIT }, (_, nth) => box(nth + 1))]);
  expect(await screen.findByText(`Only the last ${INBOUND_LIMIT} returned boxes are shown.`)).toBeTruthy();
  expect(screen.getAllByText(/^Only the/)).toHaveLength(1);
});

it('formats days like other dates', async () => {
  open([box(1, 'VENDOR')]);
  expect(await screen.findByText('11/20/2026')).toBeTruthy();
});
