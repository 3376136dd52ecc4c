import * as z from 'zod';

/**
 * One call between browser and server: where it is, what goes in, what comes out.
 * The server's `route()`, the browser's `call()` and the OpenAPI document are all made from it.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As Fastify writes it: `/api/cases/:id`. */
  readonly path: string;
  /** One sentence for the API's readers. */
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** `bytes` takes the body as it comes, as `application/octet-stream`. */
  readonly accepts?: 'json' | 'bytes';
  /** Where a body may be larger than 1 MiB, or must be smaller. */
  readonly maxBodyBytes?: number;
  /** Where an answer may take longer than that of other calls. */
  readonly timeoutMs?: number;
  readonly response: z.ZodType;
  /**
   * `text` sends the response as plain text: the specification's `ok`. `csv` sends lines while they are made, `csv-in-json`
   * the same as a text in an object, `file` the bytes of a file.
   */
  readonly format?: 'json' | 'text' | 'csv' | 'csv-in-json' | 'file';
  /** The specification's failure response, sent next to `error`. */
  readonly failure?: 'success-message' | 'job-id';
  /** The machine-readable reasons this call can fail with, beyond its error code. */
  readonly reasons?: readonly string[];
}

/** The response of a call of the format `file`: bytes, which no schema checks. */
export const fileBytes = z.custom<never>();

/** The response of a call that returns no data. */
export const success = z.object({ success: z.literal(true) });

/** The specification's answer of commands, on success and on failure. */
export const successMessage = z.object({ success: z.boolean(), message: z.string() });

/** What the endpoints have in common that answer a `successMessage`. */
export const answersSuccessMessage = { response: successMessage, failure: 'success-message' } as const;

/** What the endpoints have in common that stream CSV. */
export const answersCsv = { response: z.custom<AsyncIterable<string>>(), format: 'csv' } as const;

/** Declares an endpoint by its method and path, `GET /api/cases/:id`, and keeps its exact types. */
export function endpoint<const A extends `${Endpoint['method']} ${string}`, const D extends Omit<Endpoint, 'method' | 'path'>>(
  address: A,
  definition: D,
): D & { readonly method: Endpoint['method']; readonly path: PathOf<A> } {
  const [method, path] = address.split(' ') as [Endpoint['method'], PathOf<A>];
  return { ...definition, method, path };
}

type PathOf<A extends string> = A extends `${string} ${infer P}` ? P : never;

/** What a caller sends. */
export type InputOf<E extends Endpoint> = Part<E, 'params', 'input'> & Part<E, 'query', 'input'> & Part<E, 'body', 'input'>;

/** What a handler receives, parsed: `input.params`, `input.query`, `input.body`. */
export type ParsedInputOf<E extends Endpoint> = Part<E, 'params', 'output'> & Part<E, 'query', 'output'> & Part<E, 'body', 'output'>;

/** What a caller gets back. */
export type OutputOf<E extends Endpoint> = E['response']['_zod']['output'];

/** What a handler returns; the server checks it and drops fields the contract does not name. */
export type ReplyOf<E extends Endpoint> = E['response']['_zod']['input'];

type Part<E extends Endpoint, Key extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> = E extends {
  readonly [K in Key]: infer S extends z.ZodType;
}
  ? { readonly [K in Key]: Side extends 'input' ? z.input<S> : z.output<S> }
  : unknown;
