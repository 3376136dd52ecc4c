import { mkdirSync } from 'node:fs';
import S3rver from '@20minutes/s3rver';

/** `node object-store.mjs <port> <folder> <bucket>`: a double of S3. It compares no signatures, so that it is only for trying. */
const [port, directory, bucket] = process.argv.slice(2);
mkdirSync(directory, { recursive: true });
await new S3rver({
  port: Number(port),
  address: '127.0.0.1',
  silent: true,
  allowMismatchedSignatures: true,
  directory,
  configureBuckets: [{ name: bucket, configs: [] }],
}).run();
console.log(`The object store is ready at http://127.0.0.1:${port}`);
