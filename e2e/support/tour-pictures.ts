import { mkdirSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { ask } from './api.ts';
import { wedge } from './scanner.ts';
import { dialogOf } from './stack.ts';

/**
 * `tsx e2e/support/tour-pictures.ts ADDRESS E-MAIL PASSWORD` walks the tour of docs/tour.md in a fresh demo whose first imports
 * are done, and takes its pictures. It ends with an error when a step does not work as written.
 */
const [address = 'http://127.0.0.1:3000', email = 'admin@stowage.local', password = ''] = process.argv.slice(2);
const FOLDER = 'docs/images';
const executablePath = process.env.STOWAGE_CHROMIUM;

interface Order {
  readonly order_id: string;
  readonly waiting: number;
  readonly is_cancel_open: boolean;
  readonly order_status: string;
  readonly pieces: readonly { readonly fnsku: string }[];
}

const take = (page: Page, name: string) => page.screenshot({ path: `${FOLDER}/tour-${name}.png`, animations: 'disabled' });

async function scan(page: Page): Promise<void> {
  await page.goto(`${address}/merchantfulfilledinventory`);
  const [unit] = await ask<{ identifier: string }[]>(page, '/api/localinventoryaudithistory', {});
  await page.getByText(/^Showing/).waitFor();
  await page.getByLabel('Location', { exact: true }).selectOption({ label: 'A-1' });
  await wedge(page, [unit?.identifier ?? '']);
  await page.getByText('Added to A-1').waitFor();
  await page
    .getByText(unit?.identifier ?? '')
    .first()
    .waitFor();
  await page.waitForTimeout(1_500);
  await take(page, 'scan');
}

async function receive(page: Page): Promise<void> {
  const [list] = await ask<{ value: number }[]>(page, '/api/receiveinventory/packinglistfrompo', { poNumber: 'PO-24140' });
  await page.goto(`${address}/receiveinventory?po=PO-24140&tab=receive&list=${list?.value}`);
  const upc = await page
    .getByLabel(/^Qty Received of \d+/)
    .last()
    .getAttribute('aria-label');
  await wedge(page, [upc?.replace(/\D/g, '') ?? '']);
  await page.getByText('Scan the first unit').waitFor({ state: 'detached' });
  await page.getByText('Saving').first().waitFor({ state: 'detached' });
  await take(page, 'receive');
}

async function takeBack(page: Page): Promise<void> {
  await page.goto(`${address}/returns`);
  await page.getByRole('button', { name: 'Mark as arrived' }).click();
  await page
    .getByRole('button', { name: /^Receive Units/ })
    .first()
    .click();
  await page.getByRole('table', { name: 'Selected Data' }).waitFor();
  await take(page, 'return');
}

async function ship(page: Page): Promise<void> {
  await page.goto(`${address}/sellerfulfilledorders`);
  const { data } = await ask<{ data: Order[] }>(page, '/api/orders?size=100');
  const order = data.find((one) => one.waiting === 0 && !one.is_cancel_open && one.order_status === 'Unshipped' && one.pieces.length === 1);
  if (order === undefined) throw new Error('The demo has no order to ship');
  await page.getByLabel('Search or scan an order').waitFor();
  await wedge(page, [order.order_id]);
  await page.getByLabel('Scan FNSKU or UPC').waitFor();
  await wedge(page, [order.pieces[0]?.fnsku ?? '']);
  await page.getByRole('button', { name: 'Accept' }).waitFor();
  await take(page, 'ship');
  await page.getByRole('button', { name: 'Accept' }).press('Enter');
  await page.getByLabel('Tracking number').waitFor();
  await wedge(page, ['1Z12345E0205271688']);
  await dialogOf(page).waitFor({ state: 'detached' });
}

async function price(page: Page): Promise<void> {
  await page.goto(`${address}/admin/settings`);
  await page.getByRole('button', { name: 'Sync Merchant Fulfilled Inventory' }).waitFor();
  await take(page, 'price');
}

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
const page = await browser.newPage({ viewport: { width: 1_200, height: 750 } });
await page.goto(address);
await page.getByLabel('Email address').fill(email);
await page.getByLabel('Password').fill(password);
await page.getByRole('button', { name: 'Sign in' }).click();
await page.waitForURL(/dashboard$/);
for (const step of [scan, receive, takeBack, ship, price]) await step(page);
await browser.close();
