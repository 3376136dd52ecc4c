import { inflateRawSync } from 'node:zlib';

/** Reads a ZIP by its directory, independently of the library that wrote it. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  for (let nth = 0; nth < zip.readUInt16LE(end + 10); nth++) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [nameLength, extra, comment, place] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32), zip.readUInt32LE(at + 42)];
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString('utf8');
    const start = place + 30 + zip.readUInt16LE(place + 26) + zip.readUInt16LE(place + 28);
    const content = zip.subarray(start, start + size);
    files.set(name, method === 0 ? Buffer.from(content) : inflateRawSync(content));
    at += 46 + nameLength + extra + comment;
  }
  return files;
}
