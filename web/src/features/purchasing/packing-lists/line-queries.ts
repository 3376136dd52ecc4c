import type { Endpoint } from '@stowage/contract/endpoint';
import { getPackingListLines, type PackingListLine } from '@stowage/contract/purchasing/packing-lists';
import { getPoLines, type PoLine } from '@stowage/contract/purchasing/purchase-order-lines';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryFor } from '../../../api/query.ts';

/** The lines of an order. Structural sharing is off, because it would compare thousands of lines one by one. */
export function linesOfOrder(poNumber: string) {
  return { ...queryFor(getPoLines, { body: { poNumber } }), structuralSharing: false } as const;
}

/** The lines of a packing list. */
export function linesOfList(list: { readonly poNumber: string; readonly packingListId: number }) {
  return { ...queryFor(getPackingListLines, { body: list }), structuralSharing: false } as const;
}

/** Shows a saved note before its line is reloaded. */
export function setCachedNote(client: QueryClient, noted: PackingListLine, note: string | null): void {
  const { poNumber, stowage_receive_inventory_packing_list_id: packingListId, stowage_supplier_po_id: id } = noted;
  client.setQueryData<readonly PackingListLine[]>(linesOfList({ poNumber, packingListId }).queryKey, (known) =>
    known?.map((line) => (line.stowage_supplier_po_id === id ? { ...line, line_item_notes: note } : line)),
  );
}

interface ListInput {
  readonly body: { readonly poNumber: string; readonly packingListId: number };
}

/**
 * Reloads some of the cached lines, because an order can have thousands.
 * @returns false when a cached list is being reloaded as a whole
 */
export async function refreshLines(client: QueryClient, lineIds: readonly number[]): Promise<boolean> {
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
  readonly read: (input: ListInput) => Promise<readonly Line[]>;
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
        const answered = await read(queryKey[1] as ListInput);
        client.setQueryData<readonly Line[]>(queryKey, (known) => known && merge(known, answered, lineIds));
      } catch {
        // Reloads all lines instead; the query retries until it succeeds.
        void client.invalidateQueries({ queryKey });
      }
    }
  }
  return isDone;
}

/** Replaces the reloaded lines of a list; complete lines first, each group in the order of the order's lines. */
export function withListLines(known: readonly PackingListLine[], answered: readonly PackingListLine[], lineIds: readonly number[]): readonly PackingListLine[] {
  const old = new Set(lineIds);
  const isOpen = (line: PackingListLine) => Number(line.packinglist_qty !== line.packing_list_received);
  return [...known.filter(({ stowage_supplier_po_id: id }) => !old.has(id)), ...answered].sort(
    (a, b) => isOpen(a) - isOpen(b) || a.line_number - b.line_number || a.stowage_supplier_po_id - b.stowage_supplier_po_id,
  );
}

/** Replaces the reloaded lines of an order, which never lose lines or change their order; new lines come last. */
export function withPoLines(known: readonly PoLine[], answered: readonly PoLine[]): readonly PoLine[] {
  const fresh = new Map(answered.map((line) => [line.id, line]));
  const updated = known.map((line) => fresh.get(line.id) ?? line);
  const ids = new Set(known.map(({ id }) => id));
  return [...updated, ...answered.filter(({ id }) => !ids.has(id))];
}
