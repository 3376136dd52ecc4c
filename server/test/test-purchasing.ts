import type { OutputOf } from '@stowage/contract/endpoint';
import { gtinCheckDigit } from '@stowage/contract/identifiers';
import type { getPackingListLines, getPoLines, getScanHistory, listPackingLists } from '@stowage/contract/receiving';
import type { SignedIn } from './test-app.ts';

let nth = 0;

/** A UPC that nothing before has used. */
export function newUpc(): string {
  const digits = String(70_000_000_000 + nth++);
  return digits + gtinCheckDigit(digits);
}

/** A row of a purchase order's file. */
export function poRow(poNumber: string, part: object = {}) {
  return {
    'PO Number': poNumber,
    Vendor: 'Norden',
    UPC: newUpc(),
    'Supplier SKU': `S-${nth}`,
    'Product Name': `Thing ${nth}`,
    'Qty Ordered': 10,
    'Unit Cost': '2.50',
    ...part,
  };
}

export type PoFileRow = ReturnType<typeof poRow>;

/** What a test does with purchase orders, as one person. */
export function purchasingOf(person: SignedIn) {
  const ask = async <T>(path: string, body: object): Promise<T> => (await person.post(`/api/receiveinventory/${path}`, body)).json();
  return {
    upload: (rows: readonly object[], fileName = 'po.csv') => person.post('/api/uploadpos', { data: rows, fileName }),
    lines: (poNumber: string) => ask<OutputOf<typeof getPoLines>>('getpodata', { poNumber }),
    lists: (poNumber: string) => ask<OutputOf<typeof listPackingLists>>('packinglistfrompo', { poNumber }),
    listLines: (poNumber: string, packingListId: number) => ask<OutputOf<typeof getPackingListLines>>('getpackinglistdata', { poNumber, packingListId }),
    history: async (poNumber: string, packingListId: number): Promise<OutputOf<typeof getScanHistory>> =>
      (await person.post('/api/getscannedpackinglisthistory', { poNumber, packingListId })).json(),
    scan: (poNumber: string, packingListId: number, productId: string, clientScanId?: string) =>
      person.post('/api/receiveinventory/scan', { productId, packingListId, poNumber, ...(clientScanId !== undefined && { clientScanId }) }),
    correct: (poNumber: string, packingListId: number, scannedId: string, receivedQty: number) =>
      person.post('/api/receiveinventory/updatescan', { scannedId, packingListId, poNumber, receivedQty }),
    /** Makes a list of all the order's lines. @returns its id */
    async createList(poNumber: string, quantities: readonly number[]): Promise<number> {
      const lines = await this.lines(poNumber);
      const packingList = Object.fromEntries(lines.map(({ id }, i) => [id, quantities[i] ?? 0]));
      await person.post('/api/receiveinventory/createnewpackinglist', { poNumber, packingList });
      return (await this.lists(poNumber))[0]?.value ?? 0;
    },
    close: (packingListId: number, decisions: readonly object[]) => person.post(`/api/packing-lists/${packingListId}/close`, { decisions }),
  };
}
