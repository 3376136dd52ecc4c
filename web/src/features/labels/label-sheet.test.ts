import { LABEL_SHEET_NAMES, LABEL_SHEETS } from '@stowage/contract/labels/label-sheets';
import type { Label } from '@stowage/contract/labels/labels';
import { PDFDocument } from 'pdf-lib';
import { expect, it } from 'vitest';
import { labelSheetsPdf } from './layout/label-pdf.ts';

const MM = 72 / 25.4;
const labels = (count: number): Label[] => Array.from({ length: count }, (_, n) => ({ code: `A-${n + 1}`, title: '', detail: '', isLarge: true }));
const pagesOf = async (job: Parameters<typeof labelSheetsPdf>[0], sheet: Parameters<typeof labelSheetsPdf>[1]) =>
  (await PDFDocument.load(await labelSheetsPdf(job, sheet))).getPages().map((page) => [Math.round(page.getWidth() / MM), Math.round(page.getHeight() / MM)]);

it.each(LABEL_SHEET_NAMES)('%s fits on its page, and its name says how many labels it has', (name) => {
  const { page, columns, rows, step, width, height, label } = LABEL_SHEETS[name];
  expect(step * (columns - 1) + width).toBeLessThanOrEqual(page.width);
  expect(height * rows).toBeLessThanOrEqual(page.height + 0.01);
  expect(step).toBeGreaterThanOrEqual(width);
  expect(label).toContain(`${columns * rows} a sheet`);
});

it('fills sheet after sheet, and begins where the first one is free', async () => {
  expect(await pagesOf({ labels: labels(56), copies: 1 }, 'L7160')).toEqual(Array(3).fill([210, 297]));
  expect(await pagesOf({ labels: labels(21), copies: 1 }, 'L7160')).toHaveLength(1);
  expect(await pagesOf({ labels: labels(21), copies: 1, first: 2 }, 'L7160')).toHaveLength(2);
  expect(await pagesOf({ labels: labels(2), copies: 30 }, 'S5160')).toEqual(Array(2).fill([216, 279]));
});
