import type { Endpoint } from '@stowage/contract/endpoint';
import { getPackingListLines, type PackingListLine } from '@stowage/contract/purchasing/packing-lists';
import { getPoLines, type PoLine } from '@stowage/contract/purchasing/purchase-order-lines';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryFor } from '../../../api/query.ts';

/** The lines of an order, as a query. Thousands of them are not compared one by one with what was known. */
export function linesOfOrder(poNumber: string) {
  return { ...queryFor(getPoLines, { body: { poNumber } }), structuralSharing: false } as const;
}

/** The same of a packing list. */
export function linesOfList(list: { readonly poNumber: string; readonly packingListId: number }) {
  return { ...queryFor(getPackingListLines, { body: list }), structuralSharing: false } as const;
}

/** Shows a note that was saved before its line is read again. */
export function setKnownNote(client: QueryClient, noted: PackingListLine, note: string | null): void {
  const { poNumber, stowage_receive_inventory_packing_list_id: packingListId, stowage_supplier_po_id: id } = noted;
  client.setQueryData<readonly PackingListLine[]>(linesOfList({ poNumber, packingListId }).queryKey, (known) =>
    known?.map((line) => (line.stowage_supplier_po_id === id ? { ...line, line_item_notes: note } : line)),
  );
}

interface Part {
  readonly body: { readonly poNumber: string; readonly packingListId: number };
}

/**
 * Reads some lines of what the page knows again: an order may have thousands.
 * @returns false where they could not be put in their place yet, because all are being loaded
 */
export async function readLinesAgain(client: QueryClient, lineIds: readonly number[]): Promise<boolean> {
  const read = await Promise.all([
    patch<PackingListLine>(client, getPackingListLines, {
      lineIds,
      read: async ({ body }) => call(getPackingListLines, { body: { ...body, lineIds: [...lineIds] } }),
      merge: withListLines,
    }),
    patch<PoLine>(client, getPoLines, {
      lineIds,
      read: async ({ body }) => call(getPoLines, { body: { poNumber: body.poNumber, lineIds: [...lineIds] } }),
      merge: withPoLines,
    }),
  ]);
  return read.every(Boolean);
}

interface Patch<Line> {
  readonly lineIds: readonly number[];
  readonly read: (part: Part) => Promise<readonly Line[]>;
  readonly merge: (known: readonly Line[], answered: readonly Line[], lineIds: readonly number[]) => readonly Line[];
}

async function patch<Line>(client: QueryClient, { path }: Endpoint, { lineIds, read, merge }: Patch<Line>): Promise<boolean> {
  void client.invalidateQueries({ queryKey: [path], type: 'inactive', refetchType: 'none' });
  let isDone = true;
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: [path], type: 'active' })) {
    if (state.fetchStatus !== 'idle') {
      isDone = false;
    } else if (state.data !== undefined) {
      try {
        const answered = await read(queryKey[1] as Part);
        client.setQueryData<readonly Line[]>(queryKey, (known) => known && merge(known, answered, lineIds));
      } catch {
        // All of them are read instead, which is tried until it succeeds.
        void client.invalidateQueries({ queryKey });
      }
    }
  }
  return isDone;
}

/** The lines of a list, of which some were read again: those that are complete first, each part in the order's order. */
export function withListLines(known: readonly PackingListLine[], answered: readonly PackingListLine[], lineIds: readonly number[]): readonly PackingListLine[] {
  const old = new Set(lineIds);
  const isOpen = (line: PackingListLine) => Number(line.packinglist_qty !== line.packing_list_received);
  return [...known.filter(({ stowage_supplier_po_id: id }) => !old.has(id)), ...answered].sort(
    (a, b) => isOpen(a) - isOpen(b) || a.line_number - b.line_number || a.stowage_supplier_po_id - b.stowage_supplier_po_id,
  );
}

/** The same of an order, whose lines are never gone and stay where they are; a new one comes last. */
export function withPoLines(known: readonly PoLine[], answered: readonly PoLine[]): readonly PoLine[] {
  const fresh = new Map(answered.map((line) => [line.id, line]));
  const kept = known.map((line) => fresh.get(line.id) ?? line);
  const ids = new Set(known.map(({ id }) => id));
  return [...kept, ...answered.filter(({ id }) => !ids.has(id))];
}
