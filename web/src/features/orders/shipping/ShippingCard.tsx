import { numberText } from '@stowage/contract/formats/text/number-text';
import type { OrderDetail } from '@stowage/contract/orders/order-detail';
import type { OrderBox } from '@stowage/contract/orders/order-shipment';
import type { ReactNode } from 'react';
import { Badge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { type Fact, Facts } from '../../../ui/Facts.tsx';
import { dayText, localDay, parseUtcText } from '../../../ui/format/date-time.ts';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { When } from '../../../ui/format/When.tsx';
import { ShipBy } from '../list/ShipBy.tsx';

/** When an order ships and arrives, its boxes, and their status. */
export function ShippingCard({ order }: { order: OrderDetail }) {
  const { shipment, packages } = order;
  const facts: readonly Fact[] = [
    ['Ordered', <When key="ordered" text={order.purchase_date} />],
    ['Ship by', <ShipBy key="ship-by" text={order.ship_by} isOpen={order.stage === 'TO_SHIP' || order.stage === 'PENDING'} />],
    ['Deliver by', <When key="deliver-by" text={order.deliver_by} />],
    ['Service level', order.service_level ?? 'N/A'],
    ...when(order.shipped_at !== null, ['Shipped', <Shipped key="shipped" order={order} />]),
    ...when(order.delivered_at !== null, ['Delivered', <When key="delivered" text={order.delivered_at} />]),
    ...when(order.returned_at !== null, ['Returned', <When key="returned" text={order.returned_at} />]),
  ];
  const confirmation: readonly Fact[] =
    shipment === null
      ? []
      : [
          ['Ship date', shipDateText(shipment.ship_date)],
          ['Attempts', numberText(shipment.attempts)],
          ...when(shipment.failure !== null, ['Failure', <Failure key="failure" text={shipment.failure} />]),
          ...when(shipment.next_attempt_at !== null && shipment.attempts > 0, ['Next attempt', <When key="next" text={shipment.next_attempt_at} />]),
          ...when(shipment.confirmed_at !== null, ['Confirmed', <When key="confirmed" text={shipment.confirmed_at} />]),
        ];
  const ours = new Set(shipment?.boxes.map(({ package_id }) => package_id));
  const statusOf = (id: string) => packages.find(({ reference }) => reference === id)?.status;
  return (
    <Card title="Shipping">
      <div className="grid gap-4 px-4 pb-4">
        <Facts facts={[...facts, ...confirmation]} />
        {shipment?.boxes.map((box, index) => (
          <Part key={box.package_id} title={shipment.boxes.length === 1 ? 'Box' : `Box ${index + 1}`} status={statusOf(box.package_id)}>
            <Facts facts={boxFacts(box, order)} />
          </Part>
        ))}
        {packages
          .filter(({ reference }) => !ours.has(reference))
          .map((one) => (
            <Part key={one.reference} title={`Package ${one.reference}`} status={one.status}>
              <Facts
                facts={[
                  ['Carrier', one.carrier ?? 'N/A'],
                  ['Tracking number', <Identifier key="tracking" value={one.tracking_number} label="tracking number" />],
                ]}
              />
            </Part>
          ))}
      </div>
    </Card>
  );
}

function boxFacts(box: OrderBox, { items }: OrderDetail): readonly Fact[] {
  const sides = [box.length_inches, box.width_inches, box.height_inches];
  const title = (id: string) => items.find(({ item_id }) => item_id === id)?.title ?? id;
  return [
    ['Package', box.package_id],
    ['Carrier', [box.carrier_name ?? box.carrier_code, box.shipping_method].filter(Boolean).join(', ')],
    ['Tracking number', <Identifier key="tracking" value={box.tracking_number} label="tracking number" />],
    ['Weight', box.weight_pounds === null ? 'N/A' : `${numberText(box.weight_pounds)} lb`],
    ['Size', sides.every((side) => side === null) ? 'N/A' : `${sides.map((side) => (side === null ? '?' : numberText(side))).join(' × ')} in`],
    [
      'Contents',
      <span key="items" className="grid">
        {box.items.map(({ item_id, quantity }) => (
          <span key={item_id}>
            {quantity} × {title(item_id)}
          </span>
        ))}
      </span>,
    ],
    ...when(box.confirmed_at !== null, ['Confirmed', <When key="confirmed" text={box.confirmed_at} />]),
  ];
}

function shipDateText(text: string): string {
  const moment = parseUtcText(text);
  return moment === undefined ? 'N/A' : dayText(localDay(moment));
}

function when(isShown: boolean, fact: Fact): readonly Fact[] {
  return isShown ? [fact] : [];
}

function Part({ title, status, children }: { title: string; status: string | undefined; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-2 border-t border-line pt-3">
      <h3 className="flex flex-wrap items-center gap-2 font-semibold">
        {title} {status !== undefined && <Badge tone={status === 'Delivered' ? 'good' : 'neutral'}>{status}</Badge>}
      </h3>
      {children}
    </section>
  );
}

function Failure({ text }: { text: string | null }) {
  return <span className="text-bad">{text}</span>;
}

function Shipped({ order }: { order: OrderDetail }) {
  return (
    <>
      <When text={order.shipped_at} /> by {order.shipped_by ?? 'another person'}
    </>
  );
}
