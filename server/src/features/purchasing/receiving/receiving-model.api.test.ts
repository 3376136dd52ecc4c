import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { listLedgerFaults } from '../../../../test/fixtures/faults/ledger-faults.ts';
import { listPurchasingFaults } from '../../../../test/fixtures/faults/purchasing-faults.ts';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { orderThreeLines, purchasingOf, type TestOrder } from '../../../../test/fixtures/test-purchasing.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, signIn } = await createTestApp();
await seedTestCatalog(db);
const admin = await signIn('ROLE_ADMIN');
const buyer = purchasingOf(admin);

/** The possible actions on two lists of one order. */
type Act =
  | { readonly kind: 'scan'; readonly list: number; readonly line: number; readonly scan: number }
  | { readonly kind: 'correct'; readonly list: number; readonly line: number; readonly quantity: number }
  | { readonly kind: 'damage'; readonly list: number; readonly line: number; readonly quantity: number }
  | { readonly kind: 'close'; readonly list: number; readonly choice: number }
  | { readonly kind: 'reopen'; readonly list: number };

const list = fc.integer({ min: 0, max: 1 });
const line = fc.integer({ min: 0, max: 2 });
const acts = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('scan' as const), list, line, scan: fc.integer({ min: 0, max: 12 }) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('correct' as const), list, line, quantity: fc.integer({ min: 0, max: 6 }) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('damage' as const), list, line, quantity: fc.integer({ min: 0, max: 4 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), list, choice: fc.integer({ min: 0, max: 5 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const), list }) },
  ),
  { minLength: 5, maxLength: 30 },
);

const SHORT = ['BACKORDER', 'CANCEL', 'CLAIM', 'FOUND_LATER'] as const;
const OVER = ['KEEP', 'RETURN', 'PARK'] as const;

/** A simple model of an order: each list's scans per line, the damaged units and the closing decisions. */
class Model {
  readonly lists: {
    readonly quantities: readonly number[];
    isClosed: boolean;
    scans: number[][];
    damaged: number[];
    setAside: number[];
  }[];
  /** The remaining decisions about missing units, in order. */
  decided: { list: number; line: number; decision: string; quantity: number; received: number }[] = [];
  private readonly seen = new Set<string>();
  private readonly ordered: readonly number[];

  constructor(ordered: readonly number[], quantities: readonly (readonly number[])[]) {
    this.ordered = ordered;
    this.lists = quantities.map((own) => ({
      quantities: own,
      isClosed: false,
      scans: own.map(() => []),
      damaged: own.map(() => 0),
      setAside: own.map(() => 0),
    }));
  }

  received(listNth: number, lineNth: number): number {
    return (this.lists[listNth]?.scans[lineNth] ?? []).reduce((sum, quantity) => sum + quantity, 0);
  }

  scan(act: Act & { kind: 'scan' }, id: string): void {
    const own = this.lists[act.list];
    if (own === undefined || own.isClosed || this.seen.has(id)) return;
    this.seen.add(id);
    own.scans[act.line]?.push(1);
  }

  /** The expected columns of each line. */
  totals() {
    return this.ordered.map((ordered, lineNth) => {
      const received = this.lists.reduce((sum, _own, listNth) => sum + this.received(listNth, lineNth), 0);
      const damaged = this.lists.reduce((sum, own) => sum + (own.damaged[lineNth] ?? 0), 0);
      const { canceled, promised } = this.settled(ordered, lineNth);
      const missing = Math.max(ordered - received - canceled, 0);
      return { ordered, received, damaged, canceled, backordered: Math.min(promised, missing) };
    });
  }

  quarantined(): number {
    return this.lists.reduce((sum, own) => sum + [...own.damaged, ...own.setAside].reduce((part, quantity) => part + quantity, 0), 0);
  }

  close(listNth: number, decided: readonly { line: number; difference: string; decision: string; quantity: number }[]): void {
    const own = this.lists[listNth];
    if (own === undefined) return;
    own.isClosed = true;
    for (const { line, difference, decision, quantity } of decided) {
      const received = this.totals()[line]?.received ?? 0;
      if (difference === 'SHORT') this.decided.push({ list: listNth, line, decision, quantity, received });
      // Damaged units are already in quarantine.
      const usable = this.received(listNth, line) - (own.damaged[line] ?? 0);
      if (decision === 'RETURN' || decision === 'PARK') own.setAside[line] = Math.min(quantity, usable);
    }
  }

  reopen(listNth: number): void {
    const own = this.lists[listNth];
    if (own === undefined) return;
    own.isClosed = false;
    own.setAside = own.setAside.map(() => 0);
    this.decided = this.decided.filter(({ list }) => list !== listNth);
  }

  /** One by one: each missing unit is taken from the quantity still expected for the order. */
  private settled(ordered: number, lineNth: number): { canceled: number; promised: number } {
    let canceled = 0;
    let promised = 0;
    for (const { decision, quantity, received } of this.decided.filter(({ line }) => line === lineNth)) {
      const expected = () => Math.max(ordered - received - canceled, 0);
      promised = Math.min(promised, expected());
      for (let unit = 0; unit < quantity; unit++) {
        if (decision === 'BACKORDER') promised = Math.min(promised + 1, expected());
        else if (decision !== 'FOUND_LATER' && expected() > 0) canceled += 1;
      }
      const rest = decision === 'FOUND_LATER' ? Math.max(expected() - quantity, 0) : expected();
      promised = Math.min(promised, rest);
    }
    return { canceled, promised };
  }
}

it('equals a simple model and a replayed ledger after any order of scans, corrections, damage, closings and reopenings', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (sequence) => {
      const ground = await orderThreeLines(buyer, [4, 3, 5]);
      const quantities = [
        [2, 3, 3],
        [2, 0, 2],
      ];
      const ids = [await buyer.createList(ground.poNumber, quantities[0] ?? []), await buyer.createList(ground.poNumber, quantities[1] ?? [])];
      const model = new Model(ground.ordered, quantities);
      for (const act of sequence) await perform(ground, ids, model, act);
      const rows = await db
        .selectFrom('purchase_order_lines')
        .select(['ordered', 'received', 'damaged', 'canceled', 'backordered'])
        .where('id', 'in', [...ground.lineIds])
        .orderBy('id')
        .execute();
      expect(rows).toEqual(model.totals());
      expect(await countQuarantined(ids)).toBe(model.quarantined());
      for (const [listNth, id] of ids.entries()) {
        const lines = await db.selectFrom('packing_list_lines').selectAll().where('packing_list_id', '=', id).execute();
        for (const own of lines) expect(own.received).toBe(model.received(listNth, ground.lineIds.indexOf(own.purchase_order_line_id)));
      }
      expect(await listPurchasingFaults(db)).toEqual([]);
    }),
    { numRuns: 25 },
  );
  expect(await listLedgerFaults(db)).toEqual([]);
});

/** Performs the action and updates the model. */
async function perform({ poNumber, codes, lineIds }: TestOrder, ids: readonly number[], model: Model, act: Act): Promise<void> {
  const id = ids[act.list] ?? 0;
  const own = model.lists[act.list];
  if (own === undefined) return;
  if (act.kind === 'scan') {
    // The second list doesn't contain the second line, so that such a scan is unexpected.
    const isListed = act.list === 0 || act.line !== 1;
    const answer = await buyer.scan(poNumber, id, codes[act.line] ?? '', `${poNumber}-${act.list}-${act.line}-${act.scan}`);
    expect(answer.statusCode === 200 ? answer.body : 'closed').toBe(answer.statusCode === 200 ? (isListed ? '1' : '0') : 'closed');
    if (answer.statusCode !== 200) expect(own.isClosed).toBe(true);
    else if (isListed) model.scan(act, `${act.list}-${act.line}-${act.scan}`);
  } else if (act.kind === 'correct') {
    const answer = await buyer.correct(poNumber, id, codes[act.line] ?? '', act.quantity);
    const scans = own.scans[act.line] ?? [];
    const after = model.received(act.list, act.line) - (scans.at(-1) ?? 0) + act.quantity;
    const isPossible = !own.isClosed && scans.length > 0 && after >= (own.damaged[act.line] ?? 0);
    expect(answer.statusCode === 200).toBe(isPossible);
    if (isPossible) scans[scans.length - 1] = act.quantity;
  } else if (act.kind === 'damage') {
    const answer = await admin.post('/api/receiveinventory/packinglist/update', {
      stowage_supplier_po_id: lineIds[act.line],
      stowage_receive_inventory_packing_list_id: id,
      line_item_notes: 'Broken',
      setDamagedQty: act.quantity,
    });
    if (answer.statusCode === 200) own.damaged[act.line] = act.quantity;
    else expect(['closed', 'more_than_received', 'unknown_line']).toContain(answer.json().error.reason);
  } else if (act.kind === 'close') {
    await closeAny(id, model, act, lineIds);
  } else {
    const answer = await admin.post(`/api/packing-lists/${id}/reopen`, { reason: 'Again' });
    expect(answer.statusCode === 200).toBe(own.isClosed);
    model.reopen(act.list);
  }
}

async function closeAny(id: number, model: Model, { list: listNth, choice }: Act & { kind: 'close' }, lineIds: readonly number[]): Promise<void> {
  for (const { code } of (await admin.get(`/api/packing-lists/${id}/unexpected`)).json() as { code: string }[]) {
    await admin.post(`/api/packing-lists/${id}/unexpected`, { code, outcome: 'DISMISSED' });
  }
  const { lines } = (await admin.get(`/api/packing-lists/${id}/closing`)).json() as {
    lines: { stowage_supplier_po_id: number; difference: string; quantity: number }[];
  };
  const decisions = lines.map((one) => ({
    ...one,
    line: lineIds.indexOf(one.stowage_supplier_po_id),
    decision:
      (one.difference === 'SHORT' ? SHORT[choice % SHORT.length] : one.difference === 'OVER' ? OVER[choice % OVER.length] : ['CLAIM', 'KEEP'][choice % 2]) ??
      '',
  }));
  const answer = await buyer.close(id, decisions);
  if (answer.statusCode === 200) model.close(listNth, decisions);
  else expect(answer.json().error.reason).toBe('closed');
}

async function countQuarantined(ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct u.id)::int as count from receipts r join stock_movements m on m.receipt_id = r.id and m.type = 'ADD'
    join units u on u.id = m.unit_id join locations l on l.id = u.location_id and l.code = 'QUARANTINE'
    where r.packing_list_id = any(${ids}::bigint[]) and u.status = 'QUARANTINE'`.execute(db);
  return rows[0]?.count ?? 0;
}
