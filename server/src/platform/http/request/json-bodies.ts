import type { FastifyInstance } from 'fastify';
import { AppError } from '../../app-error.ts';

/** Parses JSON bodies, also the empty ones of calls without a payload, and refuses characters that PostgreSQL can't store. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    void parse(request, body as string, (error, parsed) => {
      // The walk through the body is done only where its text hints at such a character: it would cost every call.
      if (error === null && HINTS_AT_UNSTORABLE.test(body as string) && holdsUnstorable(parsed)) done(unstorable());
      else done(error, parsed);
    });
  });
  // Some clients name a content type although they send nothing.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '' || isOneClickUnsubscribe(body as string)) done(null, undefined);
    else done(new AppError('invalid_input', 'Send JSON, with the content type application/json', { status: 415 }));
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
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is one of the characters that are refused
const UNSTORABLE = /\u0000|\p{Surrogate}/u;

function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return UNSTORABLE.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, part]) => UNSTORABLE.test(key) || holdsUnstorable(part));
}

/** The text type of PostgreSQL holds every character but NUL and lone surrogates. */
function unstorable(): AppError {
  return new AppError('invalid_input', 'The character NUL and halves of characters are not accepted');
}
