declare module 'archiver' {
  import type { Readable, Transform } from 'node:stream';

  export class ZipArchive extends Transform {
    constructor(options?: { store?: boolean });
    append(source: Buffer | Readable | string, entry: { name: string }): this;
    finalize(): Promise<void>;
  }
}
