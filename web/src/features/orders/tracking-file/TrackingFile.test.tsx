import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { bulkAnswer } from '../../../../test/bulk.ts';
import { renderInPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { TrackingFileButton } from './TrackingFileButton.tsx';

const LINES = [
  'Sale;Parcel;Carrier',
  '111;1Z12345E0205271688;UPS',
  '222;1Z12345E0305271640;FedEx',
  '333;1Z12345E6605272234;',
  '333;1Z12345E1305277940;UPS',
].join('\n');

it('previews each row of a file whose columns a person assigned, and enters the ones that can be entered', async () => {
  signedIn();
  const sent: unknown[] = [];
  server.use(
    http.post('/api/orders/tracking-numbers/check', async ({ request }) => {
      const { rows } = (await request.json()) as { rows: { orderId: string }[] };
      return HttpResponse.json(
        rows.map(({ orderId }) => (orderId === '333' ? { result: 'REFUSED', message: 'There is no order 333' } : { result: 'READY', message: null })),
      );
    }),
    http.post('/api/bulk/enter-tracking-numbers', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(bulkAnswer({ kind: 'enter-tracking-numbers', total: 2, done: 2 }));
    }),
  );
  renderInPage(<TrackingFileButton />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Tracking numbers from a file' }));
  const dialog = await screen.findByRole('dialog', { name: 'Tracking numbers from a file' });
  await user.upload(within(dialog).getByLabelText('File of tracking numbers'), new File([LINES], 'shipped.csv'));
  await user.selectOptions(await within(dialog).findByLabelText('Order *'), 'Sale');
  await user.selectOptions(within(dialog).getByLabelText('Tracking number *'), 'Parcel');
  expect((await within(dialog).findByRole('status')).textContent).toBe('Refused (2), Check the carrier (1), Ready (1)');
  expect(within(dialog).getByText('There is no order 333')).toBeTruthy();
  expect(within(dialog).getByText(/Row 4 has this order too/)).toBeTruthy();
  expect(within(dialog).getByText('The number looks like one of UPS, not FedEx')).toBeTruthy();
  await user.click(within(dialog).getByLabelText(/Also enter the 1 whose carrier does not fit/));
  await user.click(within(dialog).getByRole('button', { name: 'Enter 2 tracking numbers' }));
  expect(await screen.findByRole('region', { name: 'Enter 2 tracking numbers' })).toBeTruthy();
  expect(sent).toMatchObject([
    { selection: { ids: ['111', '222'] }, input: { rows: [{ orderId: '111', trackingNumber: '1Z12345E0205271688', carrier: 'UPS' }, { orderId: '222' }] } },
  ]);
});
