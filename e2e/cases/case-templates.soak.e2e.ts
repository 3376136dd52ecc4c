import { expect, type Page } from '@playwright/test';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import { ask } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { dialogOf, type Stack, signIn, test } from '../support/stack.ts';

const WRONG_ITEM = 8;

test('finds cases by their identifiers and lets administrators edit the templates', async ({ page, stack }) => {
  await signIn(page, stack);
  const { caseId, trackingNumber } = await openCase(page, stack);
  await page.goto(`${stack.url}/case-review`);
  await expectAccessible(page);
  await page.getByLabel('Search cases').fill(trackingNumber.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: new RegExp(`Case ${caseId}\\b`) })).toBeVisible();
  await expect(page).toHaveURL(/q=/);
  await page.getByRole('link', { name: 'Case templates and claim windows' }).click();
  await page.getByRole('button', { name: 'Add a template' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Name').fill('A journey');
  await dialog.getByLabel('Subject').fill('About {{FNSKU}}');
  await dialog.getByLabel('Body').fill('Hello {{WHAT}}');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('{{WHAT}} is not a placeholder');
  await dialog.getByLabel('Body').fill('Hello');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('cell', { name: 'A journey', exact: true })).toBeVisible();
  await expectAccessible(page);
});

/** Creates a case for one unit of any demo line. */
async function openCase(page: Page, stack: Stack): Promise<{ caseId: number; trackingNumber: string }> {
  const { id, tracking_number: trackingNumber } = await someLine(stack);
  const wanted = { dispositionId: WRONG_ITEM, quantity: 1, trackingNumber, data: { removal_shipment: id } };
  const [{ caseId }] = await ask<[{ caseId: number }]>(page, '/api/qrcreatecase', wanted);
  return { caseId, trackingNumber };
}

/** A line of a returned box of the demo with units left. An import at the first start creates them. */
async function someLine(stack: Stack): Promise<{ id: number; tracking_number: string }> {
  const { connection } = await startEmbeddedPostgres({ folder: stack.folder, purpose: 'visit' });
  const client = new pg.Client(connection);
  await client.connect();
  try {
    let line: { id: number; tracking_number: string } | undefined;
    await expect
      .poll(async () => {
        const { rows } = await client.query(`select id::int, tracking_number from removal_shipments r where quantity >= 2 and tracking_number not like '%,%'
            and not exists (select from return_grades where removal_shipment_id = r.id) order by id limit 1`);
        line = rows[0];
        return line;
      })
      .toBeDefined();
    return line as { id: number; tracking_number: string };
  } finally {
    await client.end();
  }
}
