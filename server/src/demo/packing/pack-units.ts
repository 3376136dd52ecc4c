import { acceptProduct, verifyProduct } from '../../features/orders/index.ts';
import type { listOrderPage } from '../../features/orders/internals.ts';

type Order = Awaited<ReturnType<typeof listOrderPage>>['rows'][number];

/** Verifies and accepts the units of an order, as a packer does. */
export async function packUnits(
  deps: Parameters<typeof acceptProduct>[0],
  { pieces }: Pick<Order, 'pieces'>,
  packer: { id: number; name: string },
): Promise<void> {
  for (const { id, sku } of pieces) {
    await verifyProduct(deps, { reference: id, code: sku ?? '', packer });
    await acceptProduct(deps, { allocationId: id, packer, clientAcceptId: `demo-${id}` });
  }
}
