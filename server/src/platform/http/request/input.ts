import type { Endpoint, ParsedInputOf } from '@stowage/contract/endpoint';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { AppError } from '../../app-error.ts';
import { inputMessage } from './input-messages.ts';
import { placeInBody } from './place-in-body.ts';

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** A refusal names this many fields and counts the others: a file has up to a million rows. */
const NAMED_ISSUES = 100;

/** @throws AppError `invalid_input` that names the wrong fields */
export function parseInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): ParsedInputOf<E> {
  return {
    ...(endpoint.params && { params: parse(endpoint.params, request.params, 'params') }),
    ...(endpoint.query && { query: parse(endpoint.query, request.query, 'query') }),
    ...(endpoint.body && { body: parse(endpoint.body, request.body, 'body') }),
  } as ParsedInputOf<E>;
}

function parse(schema: z.ZodType, value: unknown, where: string): unknown {
  const parsed = schema.safeParse(value, { error: inputMessage });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const named = issues.slice(0, NAMED_ISSUES);
  const fields = named.map((issue) => ({ path: [where, ...issue.path].join('.'), message: issue.message }));
  const problems = named.map(({ path, message }) => (path.length === 0 && isSentence(message) ? message : `${placeInBody(path) || where}: ${message}`));
  const more = issues.length - named.length;
  throw new AppError('invalid_input', `${problems.join('; ')}${more === 0 ? '' : `; and ${numberText(more)} more`}`, { fields });
}

/** Whether a message of a whole body stands by itself, such as "There are no rows". */
function isSentence(message: string): boolean {
  return /^[A-Z]/.test(message);
}
