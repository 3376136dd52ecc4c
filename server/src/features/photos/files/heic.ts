import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

const TIMEOUT_MS = 60_000;
const MEMORY_MIB = 512;
const QUALITY = 0.92;

/** Runs in a thread of its own, because the WebAssembly decoder blocks its thread for a second. */
const WORK = `
const { parentPort, workerData } = require('node:worker_threads');
require(workerData.decoder)({ buffer: workerData.bytes, format: 'JPEG', quality: ${QUALITY} })
  .then((jpeg) => parentPort.postMessage(new Uint8Array(jpeg)));
`;

/** Decodes an iPhone photo into a JPEG. @throws Error when the photo is unreadable */
export function jpegOfHeic(bytes: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORK, {
      eval: true,
      workerData: { bytes: new Uint8Array(bytes), decoder: createRequire(import.meta.url).resolve('heic-convert') },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
    });
    const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS);
    worker.once('message', (jpeg: Uint8Array) => {
      resolve(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength));
      void worker.terminate();
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('The photo could not be decoded'));
    });
  });
}
