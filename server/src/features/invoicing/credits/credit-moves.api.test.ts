import { CREDIT_MOVES } from '@stowage/contract/invoicing/vendor-credits';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';

const { db } = await createTestApp();

it('lets a person make every legal change of a credit except applying it and what reopens a claim', async () => {
  const { rows } = await sql<{ move: string }>`
    select from_state || ' ' || to_state as move from legal_transitions where record = 'vendor_credits' and from_state is not null`.execute(db);
  const moves = Object.entries(CREDIT_MOVES).flatMap(([from, states]) => states.map((to) => `${from} ${to}`));
  expect(rows.map(({ move }) => move).sort()).toEqual([...moves, 'RECEIVED APPLIED', 'VOID EXPECTED'].sort());
});
