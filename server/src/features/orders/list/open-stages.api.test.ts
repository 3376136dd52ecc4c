import { OPEN_STAGES, ORDER_STAGES } from '@stowage/contract/orders/order-stages';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';

const { db } = await createTestApp();

it('calls the same stages open in the database as on screens', async () => {
  const { rows } = await sql<{ stage: string }>`select stage from unnest(${[...ORDER_STAGES]}::text[]) as stage where is_open_stage(stage)`.execute(db);
  expect(rows.map(({ stage }) => stage)).toEqual([...OPEN_STAGES]);
});
