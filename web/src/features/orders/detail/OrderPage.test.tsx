import { ordersTopic } from '@stowage/contract/orders/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { publish } from '../../../../test/live.ts';
import { openPage } from '../../../../test/open-page.tsx';
import { allocation, detail, ORDER, seedOrders, sentTo, world } from '../../../../test/orders.ts';
import { scanInto } from '../../../../test/scanner.ts';
import { server, signedIn } from '../../../../test/server.ts';
import type { OrderAddress } from '../list/orders-address.ts';
import { OrderPage } from './OrderPage.tsx';

const shipped: typeof detail = {
  ...detail,
  stage: 'TO_CONFIRM',
  local_state: 'SHIPPED',
  may_undo: true,
  pieces: [{ ...allocation, state: 'SHIPPED', sold: 1 }],
};

beforeEach(() => {
  signedIn();
  seedOrders();
  world.shown = shipped;
});

const open = () =>
  openPage<OrderAddress>(
    (props) => (
      <main tabIndex={-1}>
        <OrderPage id={ORDER} back={() => <a href="/">Back</a>} links={{ toCase: () => null, toReturn: () => null }} {...props} />
      </main>
    ),
    {},
  );
const button = (name: string) => screen.findByRole('button', { name });
const publishUndone = () => publish(ordersTopic, { orderId: ORDER, change: 'UNDONE', actor: 'Ann' });

it.each(['after', 'before'])('moves the focus to Ship Now after shipping was undone, when the page is updated %s the answer', async (order) => {
  server.use(
    http.post('/api/orders/undo', async () => {
      world.shown = detail;
      if (order === 'before') {
        publishUndone();
        await screen.findByRole('button', { name: 'Ship Now', hidden: true });
      }
      return HttpResponse.json({ success: true, message: 'ok' });
    }),
  );
  const user = open();
  (await button('Undo shipping')).focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Undo shipping' });
  within(dialog).getByRole('button', { name: 'Undo shipping' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Undo shipping' })).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Ship Now'));
});

it("leaves the focus on the order's actions after its shipment was confirmed", async () => {
  server.use(
    http.post('/api/orders/confirm', () => {
      world.shown = { ...shipped, local_state: 'CONFIRM_QUEUED', may_undo: false };
      return HttpResponse.json({ success: true, message: 'ok' });
    }),
  );
  const user = open();
  (await button('Confirm shipment')).focus();
  await user.keyboard('{Enter}');
  scanInto(await screen.findByLabelText('Tracking number'), '1Z12345E0205271688');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Confirm shipment' })).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Packing slip'));
});

it('returns the focus to the control that opened a dialog when it is closed without an action', async () => {
  const user = open();
  (await button('Undo shipping')).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Undo shipping' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Undo shipping'));
});

it("doesn't submit the report of a mismatch when a code is scanned into it", async () => {
  world.shown = detail;
  server.use(
    http.post('/api/orders/mismatch', async ({ request }) => {
      world.sent.push({ path: '/api/orders/mismatch', body: await request.json() });
      return HttpResponse.json({ success: true, message: 'ok', countId: 3 });
    }),
  );
  const user = open();
  await user.click(await screen.findByRole('button', { name: /^Report mismatch of/ }));
  scanInto(await screen.findByLabelText('What is wrong'), 'X00KETTLEN');
  expect(sentTo('/api/orders/mismatch')).toEqual([]);
  expect(screen.getByRole('dialog', { name: 'Report mismatch' })).toBeTruthy();
});

it('shows photos of the label only with a reason', async () => {
  world.shown = { ...detail, label_photos: 1 };
  const photo = { id: 4, section: 'label', original_filename: 'label.jpg', uploaded_at: '2026-11-20 14:00:00', uploaded_by: 'Ann', taken_at: null };
  server.use(
    http.post('/api/orders/label-photos', async ({ request }) => {
      world.sent.push({ path: '/api/orders/label-photos', body: await request.json() });
      return HttpResponse.json([{ ...photo, url: '/uploads/label.jpg', thumbnail_url: '/uploads/label-400.jpg' }]);
    }),
  );
  const user = open();
  expect(await screen.findByText('A photo of the label is hidden. Each view is recorded with its reason.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show label photos' }));
  await user.type(await screen.findByLabelText('Reason'), 'the label is torn');
  await user.click(screen.getAllByRole('button', { name: 'Show label photos' }).at(-1) as HTMLElement);
  expect(await screen.findByAltText('Shipping label, label.jpg: full size')).toBeTruthy();
  expect(sentTo('/api/orders/label-photos')).toEqual([{ orderId: ORDER, reason: 'the label is torn' }]);
  expect(screen.queryByText(/of the label is hidden/)).toBeNull();
});
