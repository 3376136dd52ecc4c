import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { detail, layOrders, ORDER, piece, world } from '../../../test/orders.ts';
import { scanInto } from '../../../test/scanner.ts';
import { server, signedIn } from '../../../test/server.ts';
import { OrderPage } from './OrderPage.tsx';
import type { OrderAddress } from './orders-address.ts';

const live = vi.hoisted(() => ({ listeners: [] as ((message: unknown) => void)[] }));
vi.mock('../../api/live.ts', () => ({
  useTopic: ({ path }: { path: string }, { onMessage }: { onMessage: (message: unknown) => void }) => {
    if (path === 'orders') live.listeners.push(onMessage);
  },
}));
vi.mock('../../ui/sounds.ts', () => ({ playTone: () => {} }));

const shipped: typeof detail = { ...detail, stage: 'TO_CONFIRM', local_state: 'SHIPPED', may_undo: true, pieces: [{ ...piece, state: 'SHIPPED', sold: 1 }] };

beforeEach(() => {
  live.listeners.length = 0;
  signedIn();
  layOrders();
  world.shown = shipped;
});

const open = () =>
  openPage<OrderAddress>(
    (props) => (
      <main tabIndex={-1}>
        <OrderPage id={ORDER} back={<a href="/">Back</a>} links={{ toCase: () => null, toReturn: () => null }} {...props} />
      </main>
    ),
    {},
  );
const button = (name: string) => screen.findByRole('button', { name });
const tell = () => act(() => live.listeners.at(-1)?.({ orderId: ORDER, change: 'UNDONE', actor: 'Ann' }));

it.each(['after', 'before'])('the focus goes on to Ship Now where shipping was undone, and the page hears of it %s the answer', async (order) => {
  server.use(
    http.post('/api/orders/undo', async () => {
      world.shown = detail;
      if (order === 'before') {
        tell();
        await new Promise((resolve) => setTimeout(resolve, 300));
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
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Ship Now'));
});

it('the focus stays at the order’s actions where its shipment was confirmed', async () => {
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

it('what is closed without doing anything gives the focus back to what opened it', async () => {
  const user = open();
  (await button('Undo shipping')).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Undo shipping' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Undo shipping'));
});
