import { Readable } from 'node:stream';
import type { Endpoint } from '@stowage/contract/endpoint';
import { utcDay } from '@stowage/contract/formats/day';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { UTF8_MARK } from '../formats/csv.ts';
import { byteRange } from './files/byte-range.ts';
import type { ServedFile, StoredContent } from './files/served-file.ts';
import { NO_FRAMES } from './security.ts';

/** An answer that was checked against the contract and turned into JSON before it is sent. */
export class CheckedJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** `/api/purchase-orders/export.csv` is `purchase-orders 2026-11-22.csv`, by the day in UTC. */
export function exportName({ path }: Endpoint, now: Date): string {
  const parts = path.split('/').filter((part) => !part.startsWith(':'));
  const last = (parts.at(-1) ?? '').replace(/\.csv$/, '');
  return `${last === 'export' ? parts.at(-2) : last} ${utcDay(now)}.csv`;
}

/** Sends a stored file whole or in the requested part, so that downloads resume and viewers seek, and not at all to a client that has it. */
export async function sendStored(file: ServedFile, content: StoredContent, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { bytes } = content;
  const mark = `"${content.mark}"`;
  const { range, 'if-range': ifRange = mark, 'if-none-match': stored = '' } = request.headers;
  if (namesMark(stored, mark)) return fileHead(file, reply).header('etag', mark).status(304).send();
  // The client has a part of an older content: it gets the whole new one.
  const part = byteRange(request.method === 'GET' && ifRange === mark ? range : undefined, bytes);
  if (part === 'outside') {
    reply.header('content-range', `bytes */${bytes}`);
    throw new AppError('invalid_input', 'The file has no such part', { status: 416 });
  }
  const isPart = part !== 'whole';
  const stream = Readable.from(await content.read(isPart ? part : undefined));
  fileHead(file, reply).header('accept-ranges', 'bytes').header('etag', mark);
  if (isPart) reply.status(206).header('content-range', `bytes ${part.first}-${part.last}/${bytes}`);
  return reply.header('content-length', isPart ? part.last - part.first + 1 : bytes).send(stream);
}

/** Whether an `If-None-Match` header names the content (RFC 9110, 13.1.2). */
function namesMark(header: string, mark: string): boolean {
  return header.split(',').some((one) => ['*', mark].includes(one.trim().replace(/^W\//, '')));
}

/** An uploaded file is served as the type that its content was checked for, and may run nothing. */
export function fileHead({ mediaType, name, shownForSeconds }: ServedFile, reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', !shownForSeconds ? 'no-store' : `private, max-age=${shownForSeconds}, immutable`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', `default-src 'none'; sandbox; ${NO_FRAMES}`)
    .header('content-disposition', `${shownForSeconds === undefined ? 'attachment' : 'inline'}; ${namedAs(name)}`)
    .type(mediaType);
}

/** The name in ASCII, with the exact name next to it where they differ (RFC 6266). */
function namedAs(name: string): string {
  const plain = name.replace(/[^\w. -]/g, '_');
  const exact = encodeURIComponent(name.replace(/\p{Cs}/gu, '_')).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  return `filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${exact}`}`;
}

/** Streams a file that may be larger than memory: lines are produced as fast as the client reads them. */
export function sendLines({ name, lines }: { name: string; lines: AsyncIterable<string> }, reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', NO_FRAMES)
    .header('content-disposition', `attachment; ${namedAs(name)}`)
    .type('text/csv; charset=utf-8')
    .send(Readable.from(lines));
}

/** @param csvData begins with the mark of UTF-8, which belongs to files and not to the text in JSON */
export function sendInJson({ filename, csvData }: { filename: string; csvData: AsyncIterable<string> }, reply: FastifyReply): FastifyReply {
  const json = async function* () {
    yield `{"filename":${JSON.stringify(filename)},"csvData":"`;
    let marks = UTF8_MARK.length;
    for await (const lines of csvData) {
      yield JSON.stringify(lines.slice(marks)).slice(1, -1);
      marks = 0;
    }
    yield '"}';
  };
  return reply
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', NO_FRAMES)
    .type('application/json; charset=utf-8')
    .send(Readable.from(json()));
}
