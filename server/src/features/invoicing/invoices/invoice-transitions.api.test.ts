import type { InvoiceState } from '@stowage/contract/invoicing/vendor-invoices';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { invoicingOf } from '../../../../test/fixtures/test-invoicing.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, signIn } = await createTestApp();
await seedTestCatalog(db);
const finance = invoicingOf(await signIn('ROLE_ADMIN'));

interface Billed {
  readonly id: number;
  readonly lines: readonly object[];
}

let orders = 0;

/** An invoice of 50.00, of which the receipts justify only part unless `received` is 10. */
async function bill(received: number, submit = true): Promise<Billed> {
  orders += 1;
  const { lineIds } = await finance.order(`MOVES-${orders}`, [{ qty: 10, cost: '5', received }]);
  const lines = [{ purchase_order_line_id: lineIds[0] ?? 0, quantity: 10, unit_cost: '5' }];
  const { id } = (await finance.bill([[lineIds[0] ?? 0, 10, '5']], '50.00', { submit })).json();
  return { id, lines };
}

const billAnd = async (decide: (id: number) => Promise<unknown>): Promise<Billed> => {
  const billed = await bill(10);
  await decide(billed.id);
  return billed;
};

const IN_STATE: Readonly<Record<InvoiceState, () => Promise<Billed>>> = {
  DRAFT: () => bill(8, false),
  EXCEPTION: () => bill(8),
  MATCHED: () => bill(10),
  APPROVED: () => billAnd((id) => finance.approve(id)),
  PAID: () =>
    billAnd(async (id) => {
      await finance.approve(id);
      await finance.pay(id);
    }),
  VOID: () => billAnd((id) => finance.void(id)),
};

const save = ({ id, lines }: Billed, submit: boolean) => finance.edit(id, { number: `MOVED-${id}`, invoiced_on: '2026-11-18', total: '50.00', lines, submit });

const DECISIONS: readonly ((billed: Billed) => Promise<{ readonly statusCode: number; json(): { error: { reason: string } } }>)[] = [
  (billed) => save(billed, false),
  (billed) => save(billed, true),
  ({ id }) => finance.approve(id, 'Agreed with the vendor'),
  ({ id }) => finance.pay(id),
  ({ id }) => finance.void(id),
];

/** A submitted invoice is an exception until it is matched, which also judges an approved one again. */
const BY_MATCHING = ['EXCEPTION MATCHED', 'MATCHED EXCEPTION', 'APPROVED MATCHED', 'APPROVED EXCEPTION'];

it('accepts from people exactly the legal changes of an invoice that matching does not make', async () => {
  const accepted = new Set<string>();
  for (const from of Object.keys(IN_STATE) as InvoiceState[]) {
    for (const decide of DECISIONS) {
      const billed = await IN_STATE[from]();
      expect((await finance.invoice(billed.id)).state).toBe(from);
      const answer = await decide(billed);
      const { state } = await finance.invoice(billed.id);
      if (answer.statusCode >= 400) expect([answer.json().error.reason, state]).toEqual(['wrong_state', from]);
      else if (state !== from) accepted.add(`${from} ${state}`);
    }
  }
  const { rows } = await sql<{ move: string }>`
    select from_state || ' ' || to_state as move from legal_transitions where record = 'vendor_invoices' and from_state is not null`.execute(db);
  const legal = rows.map(({ move }) => move).filter((move) => !BY_MATCHING.includes(move));
  expect([...accepted].sort()).toEqual(legal.sort());
});
