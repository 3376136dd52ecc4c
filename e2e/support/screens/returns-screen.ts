import { expect, type Page } from '@playwright/test';
import { ask } from '../api.ts';
import { openScreen, type Stack } from '../stack.ts';

const DYMO = 'https://127.0.0.1:41953/DYMO/DLS/Printing';

interface Line {
  readonly removal_shipment: number;
  readonly shipped_quantity: number;
  readonly sku: string;
  readonly fnsku: string;
  readonly tracking_id: string;
}

/** Opens the screen after the first import has created the demo's packages. */
export async function openReturns(page: Page, stack: Stack): Promise<void> {
  await openScreen(page, stack, '/returns');
  await expect(page.getByRole('table', { name: 'Tracking Data' })).toBeVisible();
}

/** A line with at least this many units, in an unopened box. */
export async function findLine(page: Page, units: number): Promise<Line> {
  const { data } = await ask<{ data: { tracking_number: string; state: string }[] }>(page, '/api/returns/packages');
  for (const { tracking_number } of data.filter(({ state }) => state === 'EXPECTED')) {
    const lines = await ask<Line[]>(page, '/api/getreturntrackingdata', { trackingId: tracking_number });
    const line = lines.find(({ shipped_quantity }) => shipped_quantity >= units);
    if (line !== undefined) return line;
  }
  throw new Error('The demo has no unopened box with such a line');
}

/** A fake DYMO service. @returns the jobs that it received */
export async function startDymo(page: Page): Promise<URLSearchParams[]> {
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

/** The content of a carrier's barcode, which surrounds the tracking number. */
export function carrierBarcode(number: string): string {
  if (number.startsWith('1Z')) return `[)>0196841706672840001${number}UPSN`;
  return number.length === 12 ? `1001921334250001000300${number}` : `42022153${number}`;
}

export const field = (page: Page) => page.getByLabel('Scan Tracking Number');
