import { code128 } from 'bwip-js/browser';

/** The quiet zone at either end, in bar widths, which scanners need to find the start. */
const QUIET = 10;
const SCALE = 2;
/** The start codeword of code set A, which has capital letters, digits and punctuation. */
const START_A = 103;
const SPACE = 32;

/** Dark bars on a light background. Positions and widths are multiples of the narrowest bar, from the left end of the quiet zone. */
export interface Barcode {
  readonly bars: readonly { readonly at: number; readonly width: number }[];
  /** Includes both quiet zones. */
  readonly width: number;
}

/** Whether code set A, which the marketplace requires for its numbers, has all characters of a text. */
export function isCodeSetA(text: string): boolean {
  return /^[\x20-\x5f]+$/.test(text);
}

/** Whether Code 128 has all characters of a text. */
export function isBarcodeText(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text);
}

/** @returns the text as Code 128, in code set A if possible; undefined when it has characters that Code 128 lacks */
export function barcodeOf(text: string): Barcode | undefined {
  if (!isBarcodeText(text)) return undefined;
  const codewords = [START_A, ...[...text].map((letter) => letter.charCodeAt(0) - SPACE)];
  const content = isCodeSetA(text) ? { raw: true, text: codewords.map((codeword) => `^${String(codeword).padStart(3, '0')}`).join('') } : { text };
  const lines = code128({ bcid: 'code128', scaleX: SCALE, scaleY: 1, height: 1, ...content }, lineCollector());
  const left = Math.min(...lines.map(({ at }) => at));
  const bars = lines.map(({ at, width }) => ({ at: QUIET + (at - left) / SCALE, width: width / SCALE })).sort((a, b) => a.at - b.at);
  return { bars, width: QUIET + Math.max(...bars.map(({ at, width }) => at + width)) };
}

/** Collects the library's lines instead of drawing them. */
function lineCollector() {
  const lines: { at: number; width: number }[] = [];
  const ignore = () => {};
  return {
    scale: () => null,
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: ignore,
    line: (x: number, _y: number, _x1: number, _y1: number, width: number) => void lines.push({ at: x - width / 2, width }),
    polygon: ignore,
    hexagon: ignore,
    ellipse: ignore,
    fill: ignore,
    text: ignore,
    end: () => lines,
  };
}
