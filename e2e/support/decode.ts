import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// Its own file: left to itself the library would fetch it from the network.
const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer } });

/** The Code 128 barcodes in a picture, as a scanner reads them. */
export async function decodeCode128(picture: Buffer): Promise<string[]> {
  const found = await readBarcodes(new Uint8Array(picture), { formats: ['Code128'], tryHarder: true });
  return found.map(({ text }) => text);
}

/** The QR codes in a picture, as a phone reads them. */
export async function decodeQr(picture: Buffer): Promise<string[]> {
  const found = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'], tryHarder: true });
  return found.map(({ text }) => text);
}
