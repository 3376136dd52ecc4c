import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { decodeQr } from '../support/decode.ts';
import { wedge } from '../support/scanner.ts';
import { carrierBarcode, field, findLine, openReturns, startDymo } from '../support/screens/returns-screen.ts';
import { type Stack, test } from '../support/stack.ts';
import { PHONE } from '../support/viewport.ts';

test('receives a box, uploads photos over a broken connection, and files the claim', async ({ page, stack, browser }) => {
  const caseId = await receive(page, stack);
  await page.goto(`${stack.url}/case-review?case=${caseId}`);
  const photos = page.getByRole('region', { name: 'Photos', exact: true });
  await expect(photos.getByText('No photos uploaded yet')).toBeVisible();
  await photos.getByRole('button', { name: 'New code', exact: true }).click();
  const link = (await photos.getByRole('link', { name: /uploadphotos/ }).getAttribute('href')) ?? '';
  const code = photos.getByRole('img', { name: `QR code to upload photos of case ${caseId}` });
  expect(await decodeQr(await code.locator('..').screenshot())).toEqual([link]);
  await expectAccessible(page);

  const phoneContext = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true });
  const phone = await openPhone(phoneContext, link);
  await expectAccessible(phone);
  await choose(phone, 'Shipping box and carrier label', ['#804020']);
  await expect(photos.getByRole('link')).toHaveCount(2);

  // Without a connection the photo waits, also after a reload of the page.
  await phone.route('**/uploads/*/photos/**', (route) => route.abort());
  await choose(phone, 'Product, front and back', ['#208040', '#204080']);
  await expect(phone.getByText('No connection.')).toBeVisible();
  // A photo that is still being resized is not stored yet.
  await expect(section(phone, 'Product, front and back').getByRole('progressbar')).toHaveCount(2);
  await phone.reload();
  await expect(phone.getByText('2 waiting')).toBeVisible();
  await phone.unroute('**/uploads/*/photos/**');
  // A claim of a small value doesn't require these photos.
  await expect(section(phone, 'Product, front and back').getByText(/^2( of 2)?$/)).toBeVisible();

  const sentAt = Date.now();
  await choose(phone, 'Product barcode or FNSKU', ['#802080']);
  await expect(section(phone, 'Product barcode or FNSKU').getByText(/^1( of 1)?$/)).toBeVisible();
  await expect(photos.getByRole('img', { name: /^Product barcode or FNSKU/ })).toBeVisible();
  test.info().annotations.push({ type: 'from the phone to the desk', description: `${Date.now() - sentAt} ms` });

  for (const name of ['Packing slip or inside of the box', 'LPN label', 'Damage or difference, close up']) await cannotTake(phone, name);
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Finish' }).click();
  await expect(phone.getByRole('heading', { name: `Thank you, case ${caseId}: 4 photos` })).toBeVisible();
  await expectAccessible(phone);
  await phone.reload();
  await expect(phone.getByRole('heading', { name: 'Ask for a new code' })).toBeVisible();
  await expectAccessible(phone);
  await phoneContext.close();

  await expectInsideCard(page);
  await writeAndClaim(page);
  await download(page, photos, caseId);
});

/** Scans a box, puts two of its units into stock, disposes of one, and opens a case for another. @returns the case's ID */
async function receive(page: Page, stack: Stack): Promise<number> {
  const printed = await startDymo(page);
  await page.addInitScript(() => localStorage.setItem('stowage.label-station', '{"way":"DYMO"}'));
  await openReturns(page, stack);
  const line = await findLine(page, 4);
  await field(page).focus();
  await wedge(page, [carrierBarcode(line.tracking_id)]);
  const rows = page.getByRole('table', { name: 'Tracking Data' }).getByRole('row').filter({ hasText: line.sku });
  await rows
    .filter({ hasText: String(line.shipped_quantity) })
    .first()
    .getByRole('button', { name: /^Receive Units/ })
    .press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Receive Units' });
  await expect(dialog.getByRole('table', { name: 'Selected Data' })).toBeVisible();
  await wedge(page, ['B-3']);
  await dialog.getByLabel('Dispositioned, New').fill('2');
  await dialog.getByRole('button', { name: 'Print Label, New' }).press('Enter');
  await expect(dialog.getByText(/^2 × New .*→ B-3$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Print Label, Dispose' }).press('Enter');
  await expect(dialog.getByText('1 × Dispose')).toBeVisible();
  await expect.poll(() => printed.map((job) => /<Copies>(\d+)</.exec(job.get('printParamsXml') ?? '')?.[1])).toEqual(['2', '1']);
  await dialog.getByRole('button', { name: 'Upload Photos, Wrong item' }).press('Enter');
  const link = dialog.getByRole('link', { name: /uploadphotos/ });
  return Number(new URL((await link.getAttribute('href')) ?? '').searchParams.get('caseId'));
}

/** Expects that no control extends beyond its card on the narrowest screen. */
async function expectInsideCard(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize(PHONE);
  const outside = await page.locator('li:has(> div > h3 > button[aria-expanded="true"])').evaluate((card) => {
    const { left, right } = card.getBoundingClientRect();
    return [...card.querySelectorAll('button, a, input, select, textarea, img')]
      .filter((control) => control.getBoundingClientRect().width > 0)
      .filter((control) => control.getBoundingClientRect().right > right + 0.5 || control.getBoundingClientRect().left < left - 0.5)
      .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? control.tagName);
  });
  expect(outside).toEqual([]);
  if (size !== null) await page.setViewportSize(size);
}

async function writeAndClaim(page: Page): Promise<void> {
  const email = page.getByRole('region', { name: 'Email Template' });
  await email.getByLabel('Template', { exact: true }).selectOption({ label: 'Wrong item in a removal order' });
  await expect(email.getByRole('textbox', { name: 'Subject' })).toHaveValue(/wrong item received for FNSKU X00/);
  const form = page.getByRole('region', { name: 'Marketplace Case' });
  await form.getByLabel('Amazon Case ID').fill('1234567890');
  await form.getByLabel('Amazon Stated Reimbursement Amount').fill('about $23.10');
  await expect(form.getByText('Read as $23.10')).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('link', { name: 'View Case' })).toBeVisible();
  await page.getByLabel('Case Status').selectOption('Concluded - No Credit');
  const dialog = page.getByRole('dialog', { name: 'Set the status?' });
  await dialog.getByLabel('Reason').fill('A journey ends here');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Set status' }).click();
  await expect(page.getByText(/A journey ends here/)).toBeVisible();
  // The typed text stays although the case has moved in the list.
  await expect(email.getByRole('textbox', { name: 'Subject' })).toHaveValue(/wrong item received/);
}

async function download(page: Page, photos: Locator, caseId: number): Promise<void> {
  const names: string[] = [];
  page.on('download', (file) => names.push(file.suggestedFilename()));
  await photos.getByRole('button', { name: 'Download All Photos' }).click();
  await expect.poll(() => names.length).toBe(4);
  for (const kind of ['ZIP', 'PDF']) await photos.getByRole('button', { name: `Evidence ${kind}` }).click();
  await expect.poll(() => names.slice(4).sort()).toEqual([`case-${caseId}.pdf`, `case-${caseId}.zip`]);
}

async function openPhone(context: BrowserContext, link: string): Promise<Page> {
  const phone = await context.newPage();
  await phone.goto(link);
  await expect(phone.getByRole('button', { name: 'Finish' })).toBeVisible();
  return phone;
}

const section = (phone: Page, name: string) => phone.getByRole('region', { name });

/** Chooses photos from the gallery, each in its own color. */
async function choose(phone: Page, name: string, colours: readonly string[]): Promise<void> {
  const files = [];
  for (const colour of colours) files.push({ name: `${colour.slice(1)}.jpg`, mimeType: 'image/jpeg', buffer: await photoOf(phone, colour) });
  await phone.getByLabel(`Choose photos: ${name}`).setInputFiles(files);
}

async function photoOf(phone: Page, colour: string): Promise<Buffer> {
  const address = await phone.evaluate((fill) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3000, height: 2000 });
    const context = canvas.getContext('2d');
    if (context !== null) {
      context.fillStyle = fill;
      context.fillRect(0, 0, 3000, 2000);
      for (let nth = 0; nth < 4000; nth++) {
        context.fillStyle = `hsl(${(nth * 37) % 360} 60% 50%)`;
        context.fillRect((nth * 7919) % 3000, (nth * 104729) % 2000, 30, 20);
      }
    }
    return canvas.toDataURL('image/jpeg', 0.9);
  }, colour);
  return Buffer.from(address.split(',')[1] ?? '', 'base64');
}

async function cannotTake(phone: Page, name: string): Promise<void> {
  const card = section(phone, name);
  const button = card.getByRole('button', { name: `Cannot take: ${name}` });
  if ((await button.count()) === 0) return expect(card.getByText('optional')).toBeVisible();
  await button.click();
  await card.getByLabel('Why can it not be taken?').fill('It is not there');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('Cannot take: It is not there')).toBeVisible();
}
