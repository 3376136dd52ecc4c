import type { OrderDetail } from '@stowage/contract/orders/order-detail';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import type { OrderAddress } from '../list/orders-address.ts';
import { ReleaseOrderButton } from './ReleaseOrderButton.tsx';

let given = 0;
beforeEach(() => {
  given = 0;
  server.use(
    http.post('/api/orders/unstart', () => {
      given += 1;
      return HttpResponse.json({ success: true, message: 'Order released' });
    }),
  );
});

const open = (started: Pick<OrderDetail, 'started_by' | 'started_by_id' | 'started_at'>) => {
  const order = { order_id: '112-1', ...started } as OrderDetail;
  return openPage<OrderAddress>(
    ({ address, onAddress }) => (
      <ReleaseOrderButton
        order={order}
        isOpen={address.dialog === 'give-back'}
        onOpen={() => onAddress({ dialog: 'give-back' })}
        onClose={() => onAddress({ dialog: undefined })}
      />
    ),
    {},
  );
};
const button = () => screen.queryByRole('button', { name: 'Release' });
const own = { started_by: 'Ann', started_by_id: 7, started_at: '2026-11-20 14:00:00' };
const others = { started_by: 'Bob', started_by_id: 8, started_at: '2026-11-20 14:00:00' };

it("releases the person's own order immediately", async () => {
  signedIn();
  const user = open(own);
  await user.click(button() as HTMLElement);
  await waitFor(() => expect(given).toBe(1));
});

it.each([others, { started_by: null, started_by_id: null, started_at: null }])("doesn't release another person's order: %j", (started) => {
  signedIn();
  open(started);
  expect(button()).toBeNull();
});

it("asks an administrator before another person's order is released", async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const user = open(others);
  await user.click(button() as HTMLElement);
  expect(await screen.findByText(/^Started by Bob at .+ Release it, so that anyone can pack it\?$/)).toBeTruthy();
  expect(given).toBe(0);
  await user.click(within(screen.getByRole('dialog', { name: 'Release order' })).getByRole('button', { name: 'Release' }));
  await waitFor(() => expect(given).toBe(1));
});

it("doesn't ask, and cleans the address, when nobody has claimed the order any more", async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const order = { order_id: '112-1', started_by: null, started_by_id: null, started_at: null } as unknown as OrderDetail;
  let isClosed = false;
  openPage<object>(() => <ReleaseOrderButton order={order} isOpen onOpen={() => {}} onClose={() => (isClosed = true)} />, {});
  await waitFor(() => expect(isClosed).toBe(true));
  expect(screen.queryByRole('dialog', { name: 'Release order' })).toBeNull();
});
