import { isStorable } from '@stowage/contract/storable-text';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../app-error.ts';
import { placeInBody } from './place-in-body.ts';

/** Parses JSON bodies, also the empty ones of calls without a payload, and refuses characters that PostgreSQL can't store. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    void parse(request, body as string, (error, parsed) => {
      // The walk through the body is done only where its text hints at such a character: it would cost every call.
      const path = error === null && HINTS_AT_UNSTORABLE.test(body as string) ? unstorableIn(parsed) : undefined;
      if (path !== undefined) done(unstorable(path));
      else done(error, parsed);
    });
  });
  // Fastify reads it by itself. The program would learn only that its text is no object.
  app.removeContentTypeParser('text/plain');
  // Some clients name a content type although they send nothing.
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' || isOneClickUnsubscribe(body as string)) done(null, undefined);
    else {
      const takesBytes = request.routeOptions.config.endpoint?.accepts === 'bytes';
      const wanted = takesBytes ? 'the bytes of the file, with the content type application/octet-stream' : 'JSON, with the content type application/json';
      done(new AppError('invalid_input', `Send ${wanted}`, { status: 415 }));
    }
  });
  app.addHook('onRequest', async (request) => {
    if (request.url.includes('%00')) throw unstorable();
  });
}

/** The form that a mail program posts to unsubscribe; it repeats what the address says (RFC 8058). */
function isOneClickUnsubscribe(body: string): boolean {
  return body.length < 500 && /(^|")List-Unsubscribe("\s+|=)One-Click\s*/.test(body);
}

const HINTS_AT_UNSTORABLE = /\\u(?:0000|d[89a-f])/i;
/** The path of the first text that can't be stored, such as `rows`, `3`, `title`; for a name, the path of its object. */
function unstorableIn(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    if (!isStorable(key)) return [];
    const path = unstorableIn(part);
    if (path !== undefined) return [key, ...path];
  }
  return undefined;
}

function unstorable(path: readonly string[] = []): AppError {
  const message = 'The character NUL and halves of characters are not accepted';
  if (path.length === 0) return new AppError('invalid_input', message);
  return new AppError('invalid_input', `${placeInBody(path)}: ${message}`, { fields: [{ path: ['body', ...path].join('.'), message }] });
}
