import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import pg from 'pg';
import { expectAccessible } from '../support/axe.ts';
import { dialogOf, openScreen, type Stack, test } from '../support/stack.ts';

const ROWS = 200_000;
const CALLS = 25;

/** The installation's own database. The advisor counts the statements of its processes' role; the owner creates tables. */
async function connect({ folder }: Stack, user: 'stowage' | 'stowage_app' = 'stowage'): Promise<pg.Client> {
  const password = readFileSync(path.join(folder, `postgres/data/${user}-password`), 'utf8');
  const client = new pg.Client({ host: path.join(folder, 'postgres/run'), user, password, database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  return client;
}

test('finds, creates and measures an index with the keyboard only, also after the server was killed', async ({ page, stack, browser }) => {
  const client = await connect(stack);
  await client.query('create table parcels (id integer primary key, box integer not null, note text); grant select on parcels to stowage_app');
  await client.query(`insert into parcels select i, i % 50000, repeat('x', 60) from generate_series(1, ${ROWS}) i`);
  await client.query('vacuum analyze parcels');
  // Flushes and resets the statistics, so that the advisor doesn't count the creation of the data.
  await client.query('select pg_stat_force_next_flush()');
  await client.query('select pg_sleep(0.2)');
  await client.query('select pg_stat_reset()');
  const ask = async (connection: pg.Client) => {
    for (let i = 0; i < CALLS; i++) await connection.query(`select count(*), (select count(*) from pg_sleep(0.005)) from parcels where box = ${i}`);
  };
  await ask(await connect(stack, 'stowage_app'));

  await openScreen(page, stack, '/index-advisor');
  await page.getByRole('button', { name: 'Analyze Queries' }).press('Enter');
  await expect(page.getByText('Analysis triggered successfully')).toBeVisible();
  const row = page.getByRole('table', { name: 'Index suggestions' }).getByRole('row', { name: /parcels/ });
  // The demo's first imports may use both slots of the job process.
  await expect(row).toContainText('PENDING');
  await expectAccessible(page);
  await row.getByRole('button', { name: /^View details/ }).press('Enter');
  await expect(dialogOf(page)).toContainText('where box = $');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  // An open transaction blocks the creation, so that the journey can watch it and kill the server meanwhile.
  const holding = await connect(stack);
  await holding.query(`begin; update parcels set note = 'y' where id = 1`);
  await row.getByRole('button', { name: /^Create Index/ }).press('Enter');
  await expect(dialogOf(page)).toContainText('CREATE INDEX CONCURRENTLY');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm' }).press('Enter');
  await expect(page.getByText('Index creation started successfully')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Waiting for a long transaction' })).toBeVisible();
  await expectAccessible(page);
  const second = await (await browser.newContext()).newPage();
  await openScreen(second, stack, '/index-advisor?status=IN_PROGRESS');
  await expect(second.getByRole('progressbar')).toBeVisible();

  await stack.kill();
  await stack.start();
  await page.reload();
  await expect(row).toContainText('COMPLETED');
  await second.reload();
  await expect(second.getByRole('progressbar')).toHaveCount(0);
  const after = await connect(stack, 'stowage_app');
  const { rows } = await after.query(`select indisvalid as valid from pg_index where indrelid = 'parcels'::regclass and not indisprimary`);
  expect(rows).toEqual([{ valid: true }]);
  await ask(after);
  await after.end();
  await row.getByRole('button', { name: /^View details/ }).press('Enter');
  await page.getByRole('button', { name: 'Measure now' }).press('Enter');
  await expect(dialogOf(page)).toContainText('of the mean time');
  await expectAccessible(page);
});
