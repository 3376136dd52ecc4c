import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// Provides the file because the library would fetch it from the network.
const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer } });

/** Decodes the Code 128 barcodes in a picture, like a scanner. */
export async function decodeCode128(picture: Buffer): Promise<string[]> {
  const found = await readBarcodes(new Uint8Array(picture), { formats: ['Code128'], tryHarder: true });
  return found.map(({ text }) => text);
}

/** Decodes the QR codes in a picture, like a phone. */
export async function decodeQr(picture: Buffer): Promise<string[]> {
  const found = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'], tryHarder: true });
  return found.map(({ text }) => text);
}
