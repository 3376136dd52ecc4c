import type { Endpoint, ParsedInputOf } from '@stowage/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { AppError } from '../../app-error.ts';

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** @throws AppError `invalid_input` that names the wrong fields */
export function parseInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): ParsedInputOf<E> {
  return {
    ...(endpoint.params && { params: parse(endpoint.params, request.params, 'params') }),
    ...(endpoint.query && { query: parse(endpoint.query, request.query, 'query') }),
    ...(endpoint.body && { body: parse(endpoint.body, request.body, 'body') }),
  } as ParsedInputOf<E>;
}

function parse(schema: z.ZodType, value: unknown, where: string): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => ({ path: [where, ...issue.path].join('.'), message: issue.message }));
  throw new AppError('invalid_input', parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': ')).join('; '), {
    fields,
  });
}
