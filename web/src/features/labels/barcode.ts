import { code128, drawingSVG } from 'bwip-js/browser';

/** Quiet zone at either end, in bar widths: a reader finds no beginning without it. */
const QUIET_BARS = 10;
const BAR_HEIGHT_MM = 9;

/** @returns the address of a picture of the text as Code 128; undefined when it holds what no barcode can */
export function barcodePicture(text: string): string | undefined {
  if (!/^[\x20-\x7e]+$/.test(text)) return undefined;
  const options = { bcid: 'code128', text, scale: 2, height: BAR_HEIGHT_MM, paddingwidth: QUIET_BARS, backgroundcolor: 'FFFFFF' };
  return `data:image/svg+xml,${encodeURIComponent(code128(options, drawingSVG()))}`;
}
