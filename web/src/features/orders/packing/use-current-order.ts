import { getOrder } from '@stowage/contract/orders/order-detail';
import { ordersTopic } from '@stowage/contract/orders/orders';
import { useQuery } from '@tanstack/react-query';
import { useTopic } from '../../../api/live.ts';
import { queryFor } from '../../../api/query.ts';

/** Reads an order from the server, never from the cache, and again whenever it changes. */
export function useCurrentOrder(orderId: string) {
  const order = useQuery({ ...queryFor(getOrder, { params: { id: orderId } }), staleTime: 0 });
  const refresh = async () => (await order.refetch()).data;
  useTopic(ordersTopic, { onMessage: (message) => message.orderId === orderId && void refresh(), onReconnect: () => void refresh() });
  return { order, refresh };
}
