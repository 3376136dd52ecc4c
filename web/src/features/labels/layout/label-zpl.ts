import type { Label } from '@stowage/contract/labels/labels';
import { isBarcodeText, isCodeSetA } from '../../../shared/scan/barcode.ts';
import { shortened } from './label-layout.ts';

/** The size of paper 30252 in dots of a printer with 203 dots per inch. */
const WIDTH = 711;
const LENGTH = 223;
const MARGIN = 20;
const ROOM = WIDTH - 2 * MARGIN;
const HALF = 330;
const SPACE = 32;
/** The width of most letters of the printer's font, as a fraction of its size. */
const LETTER_WIDTH = 0.6;
const BAR_LEFT = 60;
/** The narrowest bars of a barcode's letter, and those of its start, check and stop. */
const LETTER_BARS = 11;
const FIXED_BARS = 35;

/** Labels in ZPL, the language of Zebra's printers. */
export function labelsZpl(labels: readonly Label[], copies: number): string {
  return labels.map((label) => ['^XA', `^PW${WIDTH}`, `^LL${LENGTH}`, '^CI28', ...fields(label), `^PQ${copies}`, '^XZ', ''].join('\n')).join('');
}

function fields(label: Label): string[] {
  if ('caseId' in label) {
    return [line(label.caseId === '' ? '' : `Case ${label.caseId}`, 20, 60), line(label.disposition, 95, 40), line(`Qty: ${label.quantity}`, 150, 45)];
  }
  const { code, itemCode = '', title, detail, isLarge } = label;
  const top = isLarge ? [] : [`^FO${MARGIN},12^A0N,24${block(itemCode, 24, HALF, 'L')}`, `^FO360,12^A0N,24${block(detail, 24, HALF, 'R')}`];
  const bars = isBarcodeText(code) ? [`^FO${BAR_LEFT},42^BY${barWidth(code)}^BCN,90,N,N,N^FH^FD${barcodeData(code)}^FS`] : [];
  return [
    ...top,
    ...bars,
    line(code, isLarge ? 138 : 142, fitting(code, isLarge ? 48 : 28)),
    line(isLarge ? [title, detail].filter(Boolean).join(' - ') : title, 190, 20),
  ];
}

function line(text: string, y: number, size: number): string {
  return `^FO${MARGIN},${y}^A0N,${size}${block(text, size, ROOM, 'C')}`;
}

/** One line of text. A printer prints what does not fit over its beginning, so it is shortened. `\\` is one backslash in a block. */
function block(text: string, size: number, room: number, align: 'L' | 'C' | 'R'): string {
  return `^FB${room},1,0,${align}^FH^FD${escaped(shortened(text, lettersIn(room, size)).replaceAll('\\', '\\\\'))}^FS`;
}

function lettersIn(room: number, size: number): number {
  return Math.floor(room / (size * LETTER_WIDTH));
}

/** The size at which a code fits in whole: people read it where a scanner can't. */
function fitting(code: string, size: number): number {
  return Math.min(size, Math.floor(ROOM / (Math.max(code.length, 1) * LETTER_WIDTH)));
}

/** In dots. At two, the bars of a long seller SKU would end beyond the label. */
function barWidth(code: string): number {
  return 2 * (code.length * LETTER_BARS + FIXED_BARS) <= WIDTH - BAR_LEFT - MARGIN ? 2 : 1;
}

/** `>9` starts code set A, in which each character is the two digits of its codeword. In the others `>0` is the character `>`. */
function barcodeData(code: string): string {
  if (!isCodeSetA(code)) return code.split('>').map(escaped).join('>0');
  return `>9${[...code].map((letter) => String(letter.charCodeAt(0) - SPACE).padStart(2, '0')).join('')}`;
}

/** Writes the characters that start commands as their hexadecimal codes. */
function escaped(text: string): string {
  return text.replace(/[\^~_>\\]/g, (letter) => `_${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}
