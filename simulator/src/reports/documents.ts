import { createHash, randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { StoredDocument } from '../state.ts';
import type { World } from '../world.ts';

/** The lifetime of upload and download links. */
const LINK_LIFE_MS = 5 * 60_000;
const SECRET = randomUUID();

const signatureOf = (id: string, expires: number) => createHash('sha256').update(`${id} ${expires} ${SECRET}`).digest('hex').slice(0, 16);

/** Creates an empty document for an upload. @returns its id and a new link */
export function newUploadDocument({ state, ...world }: World, contentType: string): { id: string; url: string } {
  const id = `amzn1.tortuga.4.na.${randomUUID()}`;
  state.documents.set(id, { id, contentType, content: undefined, isGzip: false });
  return { id, url: linkTo({ state, ...world }, id, 'createFeedDocument') };
}

/** Stores a result, gzipped like the marketplace's. @returns its id */
export function storeResult({ state }: World, content: Buffer, contentType: string): string {
  const id = `amzn1.spdoc.1.4.na.${randomUUID()}`;
  state.documents.set(id, { id, contentType, content: gzipSync(content), isGzip: true });
  return id;
}

/** A presigned link; an `expired-url` fault returns one that has expired. */
export function linkTo({ clock, faults, baseUrl }: World, id: string, operation: string): string {
  const isOver = faults.strike(operation, ['expired-url']) !== undefined;
  const expires = clock.now() + (isOver ? -1_000 : LINK_LIFE_MS);
  return `${baseUrl()}/__docs/${encodeURIComponent(id)}?expires=${expires}&sig=${signatureOf(id, expires)}`;
}

/** The unpacked content of a document; undefined before the upload. */
export function readDocument({ state }: World, id: string): Buffer | undefined {
  const document = state.documents.get(id);
  return document?.isGzip && document.content ? gunzipSync(document.content) : document?.content;
}

export interface DocumentAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Answers a presigned link like the object store behind the API, with refusals in XML. */
export function serveDocument(
  { state, clock }: World,
  request: { id: string; method: string; query: URLSearchParams; contentType: string | undefined; content: Buffer },
): DocumentAnswer {
  const document = state.documents.get(request.id);
  const expires = Number(request.query.get('expires'));
  if (document === undefined) return refused(404, 'NoSuchKey', 'The specified key does not exist.');
  if (request.query.get('sig') !== signatureOf(request.id, expires)) return signatureDoesNotMatch();
  if (expires < clock.now()) return refused(403, 'AccessDenied', 'Request has expired');
  if (request.method === 'PUT') return upload(document, request);
  if (document.content === undefined) return refused(404, 'NoSuchKey', 'The specified key does not exist.');
  return { status: 200, contentType: document.contentType, content: document.content };
}

function upload(document: StoredDocument, request: { contentType: string | undefined; content: Buffer }): DocumentAnswer {
  // The content type is part of the signature.
  if (request.contentType !== document.contentType) return signatureDoesNotMatch();
  document.content = request.content;
  return { status: 200, contentType: 'text/plain', content: Buffer.alloc(0) };
}

function signatureDoesNotMatch(): DocumentAnswer {
  return refused(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match the signature you provided.');
}

function refused(status: number, code: string, message: string): DocumentAnswer {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, contentType: 'application/xml', content: Buffer.from(xml) };
}
