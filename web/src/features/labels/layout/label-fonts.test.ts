import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Label } from '@stowage/contract/labels/labels';
import { LABEL_SIZE } from '@stowage/contract/labels/labels';
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { embedFonts } from './label-fonts.ts';
import { layOut } from './label-layout.ts';
import { labelsPdf } from './label-pdf.ts';

const titled = (title: string): Label => ({ code: 'X00KETTLEN', itemCode: 'NRD10001', title, detail: 'Very Good', isLarge: false });
const loaded: string[] = [];

beforeEach(() => {
  loaded.length = 0;
  vi.stubGlobal('fetch', async (file: string) => {
    loaded.push(path.basename(file));
    return new Response(new Uint8Array(await readFile(path.join('node_modules/dejavu-fonts-ttf/ttf', path.basename(file)))));
  });
});
afterEach(() => vi.unstubAllGlobals());

const fontsOf = async (pdf: Uint8Array) => {
  const document = await PDFDocument.load(pdf);
  const fonts = document.getPage(0).node.Resources()?.lookup(PDFName.of('Font'), PDFDict);
  return (fonts?.keys() ?? []).map((key) => fonts?.lookup(key, PDFDict).get(PDFName.of('BaseFont'))?.toString());
};

it('writes Western titles with the fonts of every reader, and loads none', async () => {
  const pdf = await labelsPdf([titled('Größe 10 – Crème “fine” €')], 1);
  expect(loaded).toEqual([]);
  expect(await fontsOf(pdf)).not.toContain('/DejaVuSansCondensed');
});

it.each(['Łódź żółty kubek', 'Çay bardağı', 'Ποτήρι', 'Чайник'])('writes “%s” with letters of its own', async (title) => {
  const pdf = await PDFDocument.create();
  const { texts } = layOut(titled(title));
  const write = await embedFonts(pdf, texts);
  const [own, code] = [texts.find(({ text }) => text === title), texts.find(({ text }) => text === 'X00KETTLEN')];
  expect(own && write(own)).toMatchObject({ runs: [title], font: { name: 'DejaVuSansCondensed' } });
  expect(code && write(code).font.name).toBe('Courier-Bold');
  const file = await labelsPdf([titled(title), titled('Kettle')], 2);
  expect((await fontsOf(file)).join()).toContain('DejaVuSansCondensed');
  // Only the letters that are used; the whole font has 680 kB.
  expect(file.length).toBeLessThan(60_000);
});

it('writes the parts of a title in two directions in the order in which they are read', async () => {
  const { texts } = layOut(titled('Philips غلاية Kettle'));
  const write = await embedFonts(await PDFDocument.create(), texts);
  expect(texts.map((text) => write(text).runs)).toContainEqual(['Philips ', 'غلاية', ' Kettle']);
});

it('shows what no font has as question marks, and all of them when the fonts cannot be loaded', async () => {
  const { texts } = layOut(titled('Łyżka 漢'));
  const shown = async () => {
    const write = await embedFonts(await PDFDocument.create(), texts);
    return texts.map((text) => write(text).runs.join('')).at(-1);
  };
  expect(await shown()).toBe('Łyżka ?');
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  expect(await shown()).toBe('?y?ka ?');
  expect(warn).toHaveBeenCalledOnce();
});

it('keeps a title of wide letters on the label', async () => {
  const wide = layOut(titled('Щ'.repeat(200))).texts.at(-1);
  const write = await embedFonts(await PDFDocument.create(), wide ? [wide] : []);
  if (wide === undefined) throw new Error('The label has no title');
  const { runs, font } = write(wide);
  expect(font.widthOfTextAtSize(runs.join(''), wide.size)).toBeGreaterThan(LABEL_SIZE.width);
  const content = await PDFDocument.load(await labelsPdf([titled('Щ'.repeat(200))], 1));
  expect(content.getPageCount()).toBe(1);
});
