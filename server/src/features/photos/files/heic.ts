import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

const TIMEOUT_MS = 60_000;
const MEMORY_MIB = 512;

export interface Pixels {
  /** Four bytes for each: red, green, blue, alpha. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Runs in a thread of its own, because the WebAssembly decoder blocks its thread for a second. */
const WORK = `
const { parentPort, workerData } = require('node:worker_threads');
require(workerData.decoder)({ buffer: workerData.bytes })
  .then(({ data, width, height }) => parentPort.postMessage({ data: new Uint8Array(data.buffer), width, height }, [data.buffer]));
`;

/** Decodes an iPhone photo. @throws Error when the photo is unreadable */
export function decodeHeic(bytes: Uint8Array): Promise<Pixels> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORK, {
      eval: true,
      workerData: { bytes: new Uint8Array(bytes), decoder: createRequire(import.meta.url).resolve('heic-decode') },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
    });
    const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS);
    worker.once('message', (pixels: Pixels) => {
      resolve(pixels);
      void worker.terminate();
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('The photo could not be decoded'));
    });
  });
}
