import { ordersTopic } from '@stowage/contract/orders/orders';
import { quantitiesTopic } from '@stowage/contract/pricing/quantities';
import { expect, it, vi } from 'vitest';
import { reconnect } from '../../test/live.ts';
import { renderInPage } from '../../test/open-page.tsx';
import { signedIn } from '../../test/server.ts';
import { useTopicRefresh } from './live.ts';

const onOrders = vi.fn();
const onQuantities = vi.fn();

function Page() {
  useTopicRefresh(ordersTopic, onOrders);
  useTopicRefresh(quantitiesTopic, onQuantities);
  return null;
}

it('listens only to the topics that the person may hear, because the server ends the connection for another', () => {
  signedIn({ roles: ['ROLE_PICKER'], permissions: ['orders.read', 'stock.read'] });
  renderInPage(<Page />);
  reconnect();
  expect([onOrders.mock.calls.length, onQuantities.mock.calls.length]).toEqual([1, 0]);
});
