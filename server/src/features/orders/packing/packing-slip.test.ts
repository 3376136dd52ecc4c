import type { OrderDetail } from '@stowage/contract/orders/order-detail';
import { PDFDocument, PDFPage } from 'pdf-lib';
import { afterEach, expect, it, vi } from 'vitest';
import { packingSlipsPdf } from './packing-slip.ts';

const draw = vi.spyOn(PDFPage.prototype, 'drawText');
afterEach(() => draw.mockClear());
const RIGHT_EDGE = 595.28 - 48;

const item = (nth: number, title: string) => ({ item_id: String(nth), title, sku: `SKU-${nth}`, condition: 11, quantity: 2 });
const order = (items: readonly ReturnType<typeof item>[]) =>
  ({ order_id: '112-7', purchase_date: '2026-11-20 14:03:05', service_level: 'STANDARD', is_gift: true, shipment: null, items }) as unknown as OrderDetail;

async function printed(items: readonly ReturnType<typeof item>[]) {
  const pdf = await PDFDocument.load(await packingSlipsPdf([order(items)]));
  const texts = draw.mock.calls.map(([text]) => text);
  const ends = draw.mock.calls.map(([text, { x = 0, size = 0, font } = {}]) => x + (font?.widthOfTextAtSize(text, size) ?? Number.POSITIVE_INFINITY));
  const lowest = Math.min(...draw.mock.calls.map(([, { y = 0 } = {}]) => y));
  return { pages: pdf.getPageCount(), texts, widest: Math.max(...ends), lowest };
}

it('names the order and each line with its number', async () => {
  const { pages, texts } = await printed([item(1, 'Electric Kettle'), item(2, 'Bolt')]);
  expect(pages).toBe(1);
  expect(texts).toEqual(
    expect.arrayContaining([
      'Packing slip',
      '4 items',
      '112-7',
      '2026-11-20 14:03:05 UTC',
      'This order is a gift',
      '2 ×',
      'Electric Kettle SKU-1, New',
      'Bolt SKU-2, New',
    ]),
  );
});

it('continues on further pages with every line on one of them', async () => {
  const { pages, texts, lowest } = await printed(Array.from({ length: 130 }, (_, nth) => item(nth, `Product ${nth}`)));
  expect(pages).toBe(3);
  expect(texts.filter((text) => text.startsWith('Product '))).toHaveLength(130);
  expect(lowest).toBeGreaterThanOrEqual(48);
});

it('wraps a long title within the paper and breaks words that are too wide', async () => {
  const title = `${'Stainless Steel Water Bottle with Insulated Lid '.repeat(9)}${'W'.repeat(200)}`;
  const { texts, widest } = await printed([item(1, title)]);
  expect(widest).toBeLessThanOrEqual(RIGHT_EDGE + 0.01);
  expect(texts.join('').replaceAll(' ', '')).toContain(title.replaceAll(' ', ''));
});

it('prints other alphabets and a question mark for letters without a glyph', async () => {
  const { texts } = await printed([item(1, 'Чайник Βραστήρας Łódź 日本 ☃')]);
  expect(texts.join(' ')).toMatch(/Чайник Βραστήρας Łódź \?\? . SKU-1, New/);
});

it('begins a page for each of forty orders', async () => {
  const pdf = await PDFDocument.load(await packingSlipsPdf(Array.from({ length: 40 }, (_, nth) => order([item(nth, 'Bolt')]))));
  expect(pdf.getPageCount()).toBe(40);
});
