import { demoPriceList } from './price-list.ts';

type Catalog = Parameters<typeof demoPriceList>[0];

interface DemoLine {
  /** As printed under the barcode. */
  readonly upc: string;
  readonly supplierSku: string;
  readonly productName: string;
  readonly ordered: number;
  readonly unitCost: string;
}

export interface DemoList {
  readonly shipment?: { readonly carrier: string; readonly trackingNumber: string; readonly boxes: number; readonly expectedInDays: number };
  /** One for each line of the order, in the same order. */
  readonly quantities: readonly number[];
  /** The received quantities by line; the other lines received nothing. */
  readonly received?: readonly number[];
  readonly damaged?: { readonly line: number; readonly quantity: number; readonly notes: string };
  /** The UPC of an item that arrived although it was not ordered. */
  readonly unexpected?: string;
  /** The decision about missing units when the list was closed. */
  readonly closedWith?: 'CLAIM' | 'BACKORDER';
}

export interface DemoOrder {
  readonly poNumber: string;
  readonly vendor: string;
  readonly placedDaysAgo: number;
  readonly expectedInDays: number;
  readonly lines: readonly DemoLine[];
  readonly lists: readonly DemoList[];
}

export type DemoOrders = readonly [DemoOrder, ...DemoOrder[]];

/** Orders from five vendors: one complete, one with a backorder, one half received, one in transit, one just placed. */
export function demoOrders(catalog: Catalog): DemoOrders {
  const settled = linesOf(catalog, 'Norden Home Supply', 8);
  const backordered = linesOf(catalog, 'Maple & Pine', 6);
  const [stray, ...receiving] = linesOf(catalog, 'Bay City Distribution', 11);
  const coming = linesOf(catalog, 'Kestrel Tools', 7);
  const all = settled.map(({ ordered }) => ordered);
  const first = backordered.map(({ ordered }) => Math.ceil(ordered / 2));
  return [
    {
      poNumber: 'PO-24117',
      vendor: 'Norden Home Supply',
      placedDaysAgo: 24,
      expectedInDays: -6,
      lines: settled,
      lists: [
        {
          shipment: { carrier: 'FedEx', trackingNumber: '776154309821', boxes: 4, expectedInDays: -6 },
          quantities: all,
          received: all.map((ordered, line) => (line === 2 ? ordered - 2 : ordered)),
          damaged: { line: 5, quantity: 1, notes: 'Corner crushed, box wet' },
          closedWith: 'CLAIM',
        },
      ],
    },
    {
      poNumber: 'PO-24131',
      vendor: 'Maple & Pine',
      placedDaysAgo: 17,
      expectedInDays: 2,
      lines: backordered,
      lists: [
        { quantities: first, received: first.map((quantity, line) => (line === 1 ? 0 : quantity)), closedWith: 'BACKORDER' },
        { quantities: backordered.map(({ ordered }, line) => ordered - (first[line] ?? 0)) },
      ],
    },
    {
      poNumber: 'PO-24140',
      vendor: 'Bay City Distribution',
      placedDaysAgo: 11,
      expectedInDays: 0,
      lines: receiving,
      lists: [
        {
          shipment: { carrier: 'UPS', trackingNumber: '1Z58X2R10396614457', boxes: 6, expectedInDays: 0 },
          quantities: receiving.map(({ ordered }) => ordered),
          received: receiving.slice(0, 5).map(({ ordered }, line) => (line === 3 ? ordered + 2 : line === 4 ? 3 : ordered)),
          damaged: { line: 1, quantity: 2, notes: 'Glass broken' },
          ...(stray !== undefined && { unexpected: stray.upc }),
        },
      ],
    },
    {
      poNumber: 'PO-24152',
      vendor: 'Kestrel Tools',
      placedDaysAgo: 6,
      expectedInDays: 3,
      lines: coming,
      lists: [
        {
          shipment: { carrier: 'UPS', trackingNumber: '1Z58X2R10397102286', boxes: 9, expectedInDays: 3 },
          quantities: coming.map(({ ordered }, line) => (line < 5 ? ordered : 0)),
        },
      ],
    },
    { poNumber: 'PO-24158', vendor: 'Sunrise Wholesale', placedDaysAgo: 0, expectedInDays: 14, lines: linesOf(catalog, 'Sunrise Wholesale', 9), lists: [] },
  ];
}

/** The first products of a vendor, at the cost of its price list. */
function linesOf(catalog: Catalog, vendor: string, count: number): DemoLine[] {
  return demoPriceList(catalog)
    .filter((item) => item.vendor === vendor)
    .slice(0, count)
    .map(({ upc, item_code, product_title, cost }, line) => ({
      upc: upc.slice(2),
      supplierSku: item_code ?? '',
      productName: product_title ?? '',
      ordered: 6 + ((line * 7) % 19),
      unitCost: cost,
    }));
}
