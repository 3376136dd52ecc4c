import { conditionName } from '@stowage/contract/catalog/conditions';
import type { OrderDetail } from '@stowage/contract/orders/order-detail';
import { pdfDocument } from '../../../platform/formats/pdf-document.ts';

/** Renders the packing slip that goes into the box. It does not contain the buyer's name. */
export async function packingSlipPdf(order: Omit<OrderDetail, 'photos' | 'label_photos'>): Promise<Uint8Array> {
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
  return pdfDocument({
    title: 'Packing slip',
    subtitle: count === 1 ? '1 item' : `${count} items`,
    parts: [
      { title: 'Order', rows: facts },
      { title: 'Items', rows: items },
    ],
  });
}
