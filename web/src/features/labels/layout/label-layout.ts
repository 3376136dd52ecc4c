import { LABEL_SIZE, type Label } from '@stowage/contract/labels/labels';
import { startOf } from '@stowage/contract/storable-text';
import { barcodeOf } from '../../../shared/scan/barcode.ts';

/** Text on a label, in points from its upper left corner. */
export interface LabelText {
  readonly text: string;
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly size: number;
  /** The width that it may take. */
  readonly room: number;
  readonly align: 'left' | 'center' | 'right';
  readonly font: 'sans' | 'mono';
  readonly isBold: boolean;
}

/** A black rectangle. */
export interface LabelBar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The layout of a label, for the preview, the print dialog and the PDF. */
export interface LabelLayout {
  readonly bars: readonly LabelBar[];
  readonly texts: readonly LabelText[];
}

const MARGIN = 8;
/** The barcode contains its own quiet zones. */
const EDGE = 2;
/** One dot of a label printer with 300 dots per inch. Bars of whole dots print exactly. */
const DOT = 0.24;
const LEAST_DOTS = 2;
const BAR_TOP = 15;
const BAR_HEIGHT = 36;
/** The average letter width by font, as a fraction of the size. */
const LETTER_WIDTH = { sans: 0.5, mono: 0.6 } as const;

const inner = LABEL_SIZE.width - 2 * MARGIN;
const middle = LABEL_SIZE.width / 2;

export function layOut(label: Label): LabelLayout {
  if ('caseId' in label) return { bars: [], texts: caseTexts(label) };
  const bars = label.code === '' ? [] : barsOf(label.code);
  const { itemCode = '', title, detail, isLarge } = label;
  const top = isLarge ? [] : [text(itemCode, { y: 11, size: 8, align: 'left', isBold: true }), text(detail, { y: 11, size: 8, align: 'right', isBold: true })];
  const below = isLarge ? [title, detail].filter((part) => part !== '').join(' · ') : title;
  return {
    bars: bars ?? [],
    texts: [
      ...top,
      ...(bars === undefined ? [text('This code has characters that a barcode cannot contain', { y: 36, size: 8 })] : []),
      text(label.code, { y: isLarge ? 66 : 61, size: codeSize(label.code, isLarge ? 16 : 10), font: 'mono', isBold: true }),
      text(below, { y: 73, size: isLarge ? 6 : 7.5 }),
    ].filter((part) => part.text !== ''),
  };
}

function caseTexts({ caseId, disposition, quantity }: Extract<Label, { caseId: string }>): LabelText[] {
  return [
    text(`Case ${caseId}`, { y: 27, size: 20, isBold: true }),
    text(disposition, { y: 48, size: 13 }),
    text(`Qty: ${quantity}`, { y: 68, size: 14, isBold: true }),
  ];
}

/** @returns undefined for a text that a barcode cannot contain */
function barsOf(code: string): LabelBar[] | undefined {
  const barcode = barcodeOf(code);
  if (barcode === undefined) return undefined;
  const widest = (LABEL_SIZE.width - 2 * EDGE) / barcode.width;
  const dots = Math.floor(widest / DOT);
  const unit = dots >= LEAST_DOTS ? dots * DOT : widest;
  const left = middle - (barcode.width * unit) / 2;
  return barcode.bars.map(({ at, width }) => ({ x: left + at * unit, y: BAR_TOP, width: width * unit, height: BAR_HEIGHT }));
}

type Style = Partial<Omit<LabelText, 'text' | 'x' | 'room'>> & Pick<LabelText, 'y' | 'size'>;

function text(content: string, { y, size, align = 'center', font = 'sans', isBold = false }: Style): LabelText {
  const x = align === 'center' ? middle : align === 'left' ? MARGIN : LABEL_SIZE.width - MARGIN;
  const room = align === 'center' ? inner : inner / 2 - MARGIN / 2;
  // The sum of fractions may be a little under the whole number of letters.
  return { text: shortened(content, Math.floor(room / (size * LETTER_WIDTH[font]) + 0.001)), x, y, size, room, align, font, isBold };
}

/** A code is never shortened, because codes differ at their ends: a long one is printed smaller. */
function codeSize(code: string, most: number): number {
  return Math.min(most, inner / (code.length * LETTER_WIDTH.mono));
}

/** Shortens a text that is wider than the label. */
export function shortened(content: string, letters: number): string {
  return content.length <= letters ? content : `${startOf(content, letters - 1).trimEnd()}…`;
}
