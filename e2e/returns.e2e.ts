import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { decodeCode128 } from './decode.ts';
import { type Stack, signIn, test } from './stack.ts';

const DYMO = 'https://127.0.0.1:41953/DYMO/DLS/Printing';
const IMPORTED_MS = 90_000;

interface Line {
  readonly removal_shipment: number;
  readonly shipped_quantity: number;
  readonly sku: string;
  readonly fnsku: string;
  readonly tracking_id: string;
}

/** Calls the API as the person who is signed in. */
async function ask<T>(page: Page, path: string, body?: object): Promise<T> {
  return (await page.evaluate(
    async ([url, payload]) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' };
      const answer = await fetch(url, payload === '' ? { headers } : { method: 'POST', headers, body: payload });
      return answer.json();
    },
    [path, body === undefined ? '' : JSON.stringify(body)] as const,
  )) as T;
}

/** The screen, once the first import has brought the demo's packages. */
async function openReturns(page: Page, stack: Stack): Promise<void> {
  test.setTimeout(IMPORTED_MS + 60_000);
  await signIn(page, stack);
  await page.goto(`${stack.url}/returns`);
  await expect(page.getByRole('table', { name: 'Tracking Data' })).toBeVisible({ timeout: IMPORTED_MS });
}

/** A line of at least so many units, in a box that nobody has opened. */
async function findLine(page: Page, units: number): Promise<Line> {
  const { data } = await ask<{ data: { tracking_number: string; state: string }[] }>(page, '/api/returns/packages');
  for (const { tracking_number } of data.filter(({ state }) => state === 'EXPECTED')) {
    const lines = await ask<Line[]>(page, '/api/getreturntrackingdata', { trackingId: tracking_number });
    const line = lines.find(({ shipped_quantity }) => shipped_quantity >= units);
    if (line !== undefined) return line;
  }
  throw new Error('The demo has no such line');
}

/** A keyboard-wedge scanner. */
const wedge = (page: Page, code: string) => page.keyboard.type(`${code}\n`, { delay: 4 });

/** DYMO's service on this machine, and what it was given to print. */
async function startDymo(page: Page): Promise<URLSearchParams[]> {
  const printed: URLSearchParams[] = [];
  const headers = { 'access-control-allow-origin': '*' };
  const printers = '<Printers><LabelWriterPrinter><Name>DYMO LabelWriter 450</Name><IsConnected>False</IsConnected></LabelWriterPrinter></Printers>';
  await page.route(/^https:\/\/(127\.0\.0\.1|localhost):419\d\d\//, (route) => {
    const url = route.request().url();
    if (!url.startsWith(DYMO)) return route.abort('connectionrefused');
    if (url.endsWith('/StatusConnected')) return route.fulfill({ headers, body: 'true' });
    if (url.endsWith('/GetPrinters')) return route.fulfill({ headers, body: printers });
    printed.push(new URLSearchParams(route.request().postData() ?? ''));
    return route.fulfill({ headers, body: '' });
  });
  return printed;
}

/** What the carrier's label holds around the number. */
function carrierBarcode(number: string): string {
  if (number.startsWith('1Z')) return `[)>0196841706672840001${number}UPSN`;
  return number.length === 12 ? `1001921334250001000300${number}` : `42022153${number}`;
}

const field = (page: Page) => page.getByLabel('Scan Tracking Number');

test('the demo begins with a tracking number that there is', async ({ page, stack }) => {
  await openReturns(page, stack);
  await expect(field(page)).toBeFocused();
  await expect(field(page)).not.toHaveValue('');
  await expectAccessible(page);
});

test('a box is scanned by its carrier barcode, three of its units graded, and two labels printed and read', async ({ page, stack }) => {
  const printed = await startDymo(page);
  await openReturns(page, stack);
  const line = await findLine(page, 4);
  await field(page).focus();
  await wedge(page, carrierBarcode(line.tracking_id));
  await expect(page.getByRole('region', { name: `Package ${line.tracking_id}` })).toBeVisible();
  await page.getByRole('button', { name: 'Mark as arrived' }).press('Enter');
  await expect(page.getByRole('region', { name: `Package ${line.tracking_id}` }).getByText('Arrived')).toBeVisible();

  const row = page
    .getByRole('table', { name: 'Tracking Data' })
    .getByRole('row')
    .filter({ hasText: line.sku })
    .filter({ hasText: String(line.shipped_quantity) });
  await row
    .first()
    .getByRole('button', { name: /^Receive Units/ })
    .press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Receive Units' });
  await expect(dialog.getByRole('table', { name: 'Selected Data' })).toBeVisible();
  await expectAccessible(page);

  // How this station prints is chosen once.
  await dialog.getByRole('button', { name: 'Labels and printer' }).press('Enter');
  const labels = page.getByRole('dialog', { name: 'Print Label' });
  await labels.getByLabel('Print by').selectOption('DYMO label printer');
  await expect(labels.getByLabel('Printer')).toHaveValue('DYMO LabelWriter 450');
  await expectAccessible(page);
  await labels.getByRole('button', { name: 'Test print' }).press('Enter');
  await expect(page.getByText('Label sent to printer successfully!').first()).toBeVisible();
  expect(printed[0]?.get('labelXml')).toContain('<Text>TEST-LABEL</Text><Type>Code128A</Type>');
  const face = labels.getByRole('img', { name: /^Label / });
  const [code] = await decodeCode128(await face.screenshot({ scale: 'device' }));
  expect(code).toBe(line.fnsku);
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Labels and printer' })).toBeFocused();

  // Two are as new, and go to the shelf whose code is scanned; one is disposed of.
  await wedge(page, 'B-3');
  await expect(dialog.getByLabel('Location of units for sale')).toHaveValue('B-3');
  await dialog.getByLabel('Dispositioned, New').fill('2');
  await dialog.getByRole('button', { name: 'Print Label, New' }).dblclick();
  await expect(dialog.getByText(/^2 × New .*→ B-3$/)).toBeVisible();
  await expect.poll(() => printed.length).toBe(2);
  expect(printed[1]?.get('printParamsXml')).toContain('<Copies>2</Copies>');
  await dialog.getByRole('button', { name: 'Print Label, Dispose' }).press('Enter');
  await expect(dialog.getByText('1 × Dispose')).toBeVisible();
  await expect.poll(() => printed.length).toBe(3);

  const { grades } = await ask<{ grades: { quantity: number; seller_sku: string }[] }>(page, '/api/getproductreturnconditiondata', { row: line });
  expect(grades.map(({ quantity }) => quantity)).toEqual([1, 2]);
  const units = await ask<{ location: string }[]>(page, '/api/searchlocalinventory', { identifier: grades[1]?.seller_sku });
  expect(units.filter(({ location }) => location === 'B-3').length).toBeGreaterThanOrEqual(2);

  // One makes a case, whose photos are uploaded by the code.
  await dialog.getByRole('button', { name: 'Upload Photos, Damaged in transit' }).press('Enter');
  await expect(dialog.getByText('Scan to Upload Photos:')).toBeVisible();
  await expect.poll(() => printed.at(-1)?.get('labelXml') ?? '').toContain('Damaged in transit');
  await expectAccessible(page);

  // A mistake is taken back with its units.
  await dialog.getByRole('button', { name: /^Undo 2 × New/ }).press('Enter');
  await expect(dialog.getByText('Taken back')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeFocused();
});

test('a printer that is not there is named with what to look at, and the decision stands', async ({ page, stack }) => {
  await page.addInitScript(() => localStorage.setItem('stowage.label-station', '{"way":"DYMO"}'));
  await openReturns(page, stack);
  const line = await findLine(page, 1);
  await page.goto(`${stack.url}/returns?q=${encodeURIComponent(`"${line.tracking_id}"`)}&line=${line.removal_shipment}`);
  const dialog = page.getByRole('dialog', { name: 'Receive Units' });
  await dialog.getByRole('button', { name: 'Print Label, Dispose' }).press('Enter');
  await expect(dialog.getByText(/^Failed to print label: DYMO framework not loaded\./)).toBeVisible();
  await expect(dialog.getByText('1 × Dispose')).toBeVisible();
  await expectAccessible(page);
});

test('an unknown number is refused in words, a typed one is looked up when the keys rest', async ({ page, stack }) => {
  await openReturns(page, stack);
  await field(page).focus();
  await wedge(page, 'NO-SUCH-NUMBER');
  await expect(page.getByText('Unable to find tracking number for "NO-SUCH-NUMBER"')).toBeVisible();
  await expectAccessible(page);
  await field(page).fill('');
  const line = await findLine(page, 1);
  await field(page).pressSequentially(line.tracking_id, { delay: 80 });
  await expect(page.getByRole('region', { name: `Package ${line.tracking_id}` })).toBeVisible();
});
