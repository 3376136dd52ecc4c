import type { InboundShipment } from '@stowage/contract/purchasing/inbound';
import { csvOf, csvTable } from '../../../platform/formats/csv.ts';

const TABLE = csvTable({
  ...{ Shipment: 'reference', From: 'kind', Order: 'order', Carrier: 'carrier', 'Tracking number': 'tracking_number' },
  ...{ Expected: 'expected_on', 'Sent (UTC)': 'sent_at', Units: 'units', Received: 'received' },
});

export const inboundCsv = (shipments: readonly InboundShipment[]) => csvOf(TABLE, [shipments]);
