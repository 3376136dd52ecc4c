import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { type CodeLabel, LABEL_SIZE, type Label } from '@stowage/contract/labels/labels';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { barcodeOf } from '../../shared/scan/barcode.ts';
import { dymoLabel } from './dymo-label.ts';
import { labelsName } from './label-document.ts';
import { type LabelBar, layOut } from './layout/label-layout.ts';
import { labelsPdf } from './layout/label-pdf.ts';
import { labelsZpl } from './layout/label-zpl.ts';

const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer } });

const label: CodeLabel = { code: 'X00KETTLEN', title: 'Electric Kettle', detail: 'Very Good', itemCode: 'NRD10001', isLarge: false };
const DOTS_PER_POINT = 300 / 72;

/** The ink of a printer with 300 dots per inch, read by an independent reader. */
async function read(bars: readonly LabelBar[]) {
  const dots = (points: number) => Math.round(points * DOTS_PER_POINT);
  const [width, height] = [dots(LABEL_SIZE.width), dots(LABEL_SIZE.height)];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const bar of bars) {
    for (let y = dots(bar.y); y < dots(bar.y + bar.height); y++) {
      for (let x = dots(bar.x); x < dots(bar.x + bar.width); x++) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return readBarcodes({ data, width, height, colorSpace: 'srgb' } as ImageData, { formats: ['Code128'], tryHarder: true });
}

/** The rectangles that a page of a PDF paints. */
function rectanglesOf(pdf: Uint8Array): LabelBar[] {
  const file = Buffer.from(pdf);
  const text = file.toString('latin1');
  const contents = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, stream = '']) => inflated(Buffer.from(stream, 'latin1')));
  const page = contents.find((content) => content.includes(' re\n') || / m\n/.test(content)) ?? '';
  const shapes = page.split(/\bQ\b/).filter((shape) => /\bf\b/.test(shape) && !shape.includes('BT'));
  return shapes.map((shape) => {
    const [, dx = '0', dy = '0'] = /1 0 0 1 (\S+) (\S+) cm/.exec(shape) ?? [];
    const points = [...shape.matchAll(/(-?[\d.]+) (-?[\d.]+) [ml]\n/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
    const width = Math.max(...points.map(({ x }) => x));
    const height = Math.max(...points.map(({ y }) => y));
    return { x: Number(dx), y: LABEL_SIZE.height - Number(dy) - height, width, height };
  });
}

function inflated(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1');
  } catch {
    return '';
  }
}

describe('a printed barcode', () => {
  it.each(['X00KETTLEN', 'X000BOLT0G', 'A-1', 'NRD-10001-VG', 'B00000LAMP'])('of %s is read as the same text, in code set A', async (code) => {
    const found = await read(layOut({ ...label, code }).bars);
    expect(found.map(({ text }) => text)).toEqual([code]);
    // Each codeword has 11 bar widths. The first one is 103: three bars and gaps of 2, 1, 1, 4, 1, 2.
    const [first, second, third] = barcodeOf(code)?.bars ?? [];
    expect([first?.width, second && first && second.at - first.at, third && first && third.at - first.at]).toEqual([2, 3, 8]);
    expect(barcodeOf(code)?.width).toBe(20 + 11 * (code.length + 2) + 13);
  });

  it('in a PDF is read too', async () => {
    const bars = rectanglesOf(await labelsPdf([label], 1));
    expect((await read(bars)).map(({ text }) => text)).toEqual(['X00KETTLEN']);
  });

  it('of any FNSKU is read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^X0[0-9A-Z]{8}$/), async (code) => {
        expect((await read(layOut({ ...label, code }).bars)).map(({ text }) => text)).toEqual([code]);
      }),
      { numRuns: 40 },
    );
  });

  it('of lowercase letters uses another code set; characters without a code are rejected', async () => {
    expect((await read(layOut({ ...label, code: 'kettle-vg' }).bars)).map(({ text }) => text)).toEqual(['kettle-vg']);
    expect(barcodeOf('Ünit')).toBeUndefined();
    expect(layOut({ ...label, code: 'Ünit' }).texts.map(({ text }) => text)).toContain('This code has characters that a barcode cannot contain');
  });
});

describe('a label', () => {
  it('contains item code, condition, code and product name; for a case its id, disposition and quantity', () => {
    const words = (one: Label) => layOut(one).texts.map(({ text }) => text);
    expect(words(label)).toEqual(['NRD10001', 'Very Good', 'X00KETTLEN', 'Electric Kettle']);
    expect(words({ caseId: '12', disposition: 'Wrong item', quantity: 3 })).toEqual(['Case 12', 'Wrong item', 'Qty: 3']);
  });

  it('never prints outside the paper', () => {
    const any = fc.record({
      code: fc.stringMatching(/^[ -~]{0,40}$/),
      title: fc.string({ maxLength: 300 }),
      detail: fc.string({ maxLength: 40 }),
      isLarge: fc.boolean(),
    });
    fc.assert(
      fc.property(any, (one) => {
        const { bars, texts } = layOut(one);
        expect(bars.every(({ x, y, width, height }) => x >= 0 && y >= 0 && x + width <= LABEL_SIZE.width && y + height <= LABEL_SIZE.height)).toBe(true);
        expect(texts.every(({ text, size }) => text.length * size * 0.5 <= LABEL_SIZE.width)).toBe(true);
      }),
    );
  });

  it("is its own page in a PDF, in the paper's size, for any text", async () => {
    const pdf = Buffer.from(await labelsPdf([label, { ...label, title: 'Größe 10 — 漢字 🧨' }], 3)).toString('latin1');
    expect(pdf.match(/\/MediaBox \[ 0 0 252 79.05 \]/g)).toHaveLength(6);
  });
});

describe('printer files', () => {
  it('DYMO: name paper and code set, close every element, and escape', () => {
    const xml = dymoLabel({ ...label, title: `Kettle <1.7 L> & "lid"` });
    const parsed = new DOMParser().parseFromString(xml, 'text/xml');
    expect(parsed.querySelector('parsererror')).toBeNull();
    expect(parsed.querySelector('PaperName')?.textContent).toBe('30252 Address');
    expect([parsed.querySelector('BarcodeObject > Type')?.textContent, parsed.querySelector('BarcodeObject > Text')?.textContent]).toEqual([
      'Code128A',
      'X00KETTLEN',
    ]);
    expect([...parsed.querySelectorAll('StyledText String')].map((node) => node.textContent)).toEqual(['NRD10001', 'Very Good', 'Kettle <1.7 L> & "lid"']);
    expect(xml).not.toContain('/>');
    expect(dymoLabel({ ...label, code: 'kettle' })).toContain('<Type>Code128Auto</Type>');
  });

  it('ZPL: begin in code set A with letters as codewords, and escape commands', () => {
    const zpl = labelsZpl([{ ...label, title: '^XZ~JA_ 5\\&6' }], 2);
    expect(zpl).toContain('^FD>956161643375252443746^FS');
    expect(zpl).toContain('_5EXZ_7EJA_5F 5_5C_5C&6^FS');
    expect(zpl).toContain('^PQ2');
    expect(zpl.match(/\^XA/g)).toHaveLength(1);
    expect(labelsZpl([{ caseId: '12', disposition: 'Wrong item', quantity: 3 }], 1)).toMatch(/Case 12[\s\S]*Wrong item[\s\S]*Qty: 3/);
  });

  it('ZPL: shorten long texts, which a printer prints over each other, but no code', () => {
    const code = 'NORDIC-WARE-10001-EXTRA-LONG-SELLER-SKU1';
    const zpl = labelsZpl([{ ...label, code, title: 'Kettle '.repeat(70), itemCode: 'NRD10001'.repeat(5), detail: 'Very Good'.repeat(5) }], 1);
    for (const [, size = '', room = '', text = ''] of zpl.matchAll(/\^A0N,(\d+)\^FB(\d+),1,0,[LCR]\^FH\^FD(.*)\^FS/g)) {
      expect(text.length * Number(size) * 0.6, text).toBeLessThanOrEqual(Number(room));
    }
    expect(zpl).toContain(`^FD${code}^FS`);
  });

  it('ZPL: print a long code within the label, `>` as a character, and no bars of letters that they lack', () => {
    const end = (code: string) => {
      const [, left = '', dots = ''] = /\^FO(\d+),42\^BY(\d)/.exec(labelsZpl([{ ...label, code }], 1)) ?? [];
      return Number(left) + Number(dots) * ((barcodeOf(code)?.width ?? 0) - 20);
    };
    for (const length of [1, 10, 25, 26, 40]) expect(end('W'.repeat(length)), String(length)).toBeLessThanOrEqual(711);
    expect(labelsZpl([{ ...label, code: 'ab>cd' }], 1)).toContain('^BCN,90,N,N,N^FH^FDab>0cd^FS');
    expect(labelsZpl([{ ...label, code: 'Küche-1' }], 1)).not.toContain('^BC');
    expect(dymoLabel({ ...label, code: 'Küche-1' })).not.toContain('BarcodeObject');
  });

  it('show a letter with a separate accent as one letter in a PDF', async () => {
    const pdf = Buffer.from(await labelsPdf([{ ...label, title: 'Cafe\u0301' }], 1)).toString('latin1');
    const streams = [...pdf.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, stream = '']) => inflated(Buffer.from(stream, 'latin1')));
    expect(streams.join('')).toContain('<436166E9>');
  });

  it('DYMO: leave out characters that XML forbids', () => {
    expect(dymoLabel({ ...label, title: 'a\u0008b\ufffec' })).toContain('<String>a b c</String>');
  });

  it('shorten a title between two characters', () => {
    const [short] = layOut({ ...label, title: `${'x'.repeat(60)}😀😀😀` }).texts.filter(({ text }) => text.includes('…'));
    expect(short?.text).toBe(`${'x'.repeat(60)}…`);
  });
});

it.each([
  [[{ code: 'X00KETTLEN', title: 'Electric Kettle', detail: 'New', isLarge: false }], 1, 'Label X00KETTLEN Electric Kettle'],
  [[{ code: 'A-1', title: '', detail: 'Zone 1', isLarge: true }], 3, 'Labels A-1, 3 printed'],
  [
    [
      { caseId: '12', disposition: 'Wrong item', quantity: 3 },
      { code: 'A/B', title: '', detail: '', isLarge: true },
    ],
    2,
    'Labels Case 12 and 1 more, 4 printed',
  ],
])('files a print under a descriptive name', (labels, copies, name) => {
  expect(labelsName(labels, copies)).toBe(name);
});
