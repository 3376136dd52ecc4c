import type { Label } from '@stowage/contract/labels/labels';
import { isCodeSetA } from '../../shared/scan/barcode.ts';

/** The size of paper 30252 in dots of a printer with 203 dots per inch. */
const WIDTH = 711;
const LENGTH = 223;
const SPACE = 32;

/** Labels in ZPL, the language of Zebra's printers. */
export function labelsZpl(labels: readonly Label[], copies: number): string {
  return labels.map((label) => ['^XA', `^PW${WIDTH}`, `^LL${LENGTH}`, '^CI28', ...fields(label), `^PQ${copies}`, '^XZ', ''].join('\n')).join('');
}

function fields(label: Label): string[] {
  if ('caseId' in label) {
    return [line(label.caseId === '' ? '' : `Case ${label.caseId}`, 20, 60), line(label.disposition, 95, 40), line(`Qty: ${label.quantity}`, 150, 45)];
  }
  const { code, itemCode = '', title, detail, isLarge } = label;
  const top = isLarge ? [] : [`^FO20,12^A0N,24^FB330,1,0,L^FH^FD${escaped(itemCode)}^FS`, `^FO360,12^A0N,24^FB330,1,0,R^FH^FD${escaped(detail)}^FS`];
  const bars = code === '' ? [] : [`^FO60,42^BY2^BCN,90,N,N,N^FH^FD${barcodeData(code)}^FS`];
  return [...top, ...bars, line(code, isLarge ? 138 : 142, isLarge ? 48 : 28), line(isLarge ? [title, detail].filter(Boolean).join(' - ') : title, 190, 20)];
}

function line(text: string, y: number, size: number): string {
  return `^FO20,${y}^A0N,${size}^FB${WIDTH - 40},1,0,C^FH^FD${escaped(text)}^FS`;
}

/** `>9` starts code set A, in which each character is the two digits of its codeword. */
function barcodeData(code: string): string {
  if (!isCodeSetA(code)) return escaped(code);
  return `>9${[...code].map((letter) => String(letter.charCodeAt(0) - SPACE).padStart(2, '0')).join('')}`;
}

/** Writes the characters that start commands as their hexadecimal codes. */
function escaped(text: string): string {
  return text.replace(/[\^~_>\\]/g, (letter) => `_${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}
