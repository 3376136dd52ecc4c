import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { it } from 'vitest';
import { renderInPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { chooseDateFormat } from '../../../ui/format/date-time.ts';
import { ShipmentSales } from './ShipmentSales.tsx';

it("names the days of a report in the person's time zone and language", async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  chooseDateFormat({ locale: 'de-DE', timeZone: 'Pacific/Auckland' });
  const parts = [{ from: '2026-10-20T13:00:00.000Z', to: '2026-11-20T08:00:00.000Z', status: 'DONE' }];
  server.use(
    http.get('/api/reports/shipment-sales', () => HttpResponse.json({ requestedAt: '2026-11-20T14:03:05.000Z', requestedBy: 'Ann', rowCount: 0, parts })),
  );
  renderInPage(<ShipmentSales />);
  await screen.findByText(/^21\.10\.2026 – 20\.11\.2026/);
  chooseDateFormat({});
});
