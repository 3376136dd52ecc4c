import { conditionName } from '@stowage/contract/catalog/conditions';
import { counted } from '@stowage/contract/formats/text/counted';
import type { OrderDetail } from '@stowage/contract/orders/order-detail';
import { type PdfContent, pdfOfMany } from '../../../platform/formats/pdf-document.ts';

type Order = Omit<OrderDetail, 'photos' | 'label_photos'>;

/** Renders the packing slips that go into the boxes, each on its own page. They do not contain the buyers' names. */
export function packingSlipsPdf(orders: readonly Order[]): Promise<Uint8Array> {
  return pdfOfMany(orders.length === 1 ? 'Packing slip' : 'Packing slips', orders.map(slipOf));
}

function slipOf(order: Order): PdfContent {
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['Order', order.order_id],
    ['Ordered', `${order.purchase_date} UTC`],
    ...(order.service_level === null ? [] : [['Service', order.service_level] as const]),
    ...(order.is_gift ? [['Gift', 'This order is a gift'] as const] : []),
    ...(order.shipment?.boxes ?? []).map((box) => ['Tracking number', `${box.carrier_name ?? box.carrier_code} ${box.tracking_number}`] as const),
  ];
  const count = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const items = order.items.map((item) => {
    const codes = [item.sku, conditionName(item.condition)].filter(Boolean).join(', ');
    return [`${item.quantity} ×`, `${item.title ?? item.sku ?? item.item_id}\n${codes}`] as const;
  });
  return {
    title: 'Packing slip',
    subtitle: counted(count, 'item'),
    parts: [
      { title: 'Order', rows: facts },
      { title: 'Items', rows: items },
    ],
  };
}
