import * as z from 'zod';

/**
 * One call between browser and server: its address, request and response.
 * The server's `route()`, the browser's `call()` and the OpenAPI document are derived from it.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In Fastify's notation: `/api/cases/:id`. */
  readonly path: string;
  /** One sentence for the API documentation. */
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** `bytes` accepts an unparsed body, as `application/octet-stream`. */
  readonly accepts?: 'json' | 'bytes';
  /** The limit for the body, if it isn't 1 MiB. */
  readonly maxBodyBytes?: number;
  /** The time limit for the response, if it is longer than that of other calls. */
  readonly timeoutMs?: number;
  readonly response: z.ZodType;
  /**
   * `text` sends plain text, such as the specification's `ok`. `csv` streams lines. `csv-in-json` sends these lines as a string in an
   * object. `file` sends the bytes of a file.
   */
  readonly format?: 'json' | 'text' | 'csv' | 'csv-in-json' | 'file';
  /**
   * The answer may be some seconds old, but not older than the caller's own changes of the browser's session. A request with
   * `Cache-Control: no-cache` gets what is stored now. The call writes nothing.
   */
  readonly mayLag?: boolean;
  /** Makes a file anew for each call, such as a ZIP or a PDF. These calls are limited by person, as are all exports as CSV. */
  readonly isCostly?: true;
  /** The columns of a CSV include costs, for people who may see them. */
  readonly hasCosts?: boolean;
  /** No copy of a CSV is filed: who may see it depends on more than the permission of the call. */
  readonly isUncopied?: true;
  /** The specification's failure response, sent next to `error`. */
  readonly failure?: 'success-message' | 'job-id';
  /** The machine-readable reasons for a failure, in addition to the error code. */
  readonly reasons?: readonly string[];
}

/** The response of a call with the format `file`: bytes, which no schema checks. */
export const fileBytes = z.custom<never>();

/** The response of a call that returns no data. */
export const success = z.object({ success: z.literal(true) });

/** The specification's response to commands, on success and on failure. */
export const successMessage = z.object({ success: z.boolean(), message: z.string() });

/** The common part of endpoints whose response is a `successMessage`. */
export const answersSuccessMessage = { response: successMessage, failure: 'success-message' } as const;

/** The common part of endpoints that stream CSV. */
export const answersCsv = { response: z.custom<AsyncIterable<string>>(), format: 'csv', mayLag: true } as const;

/** The common part of endpoints that take bytes. */
export const takesBytes = {
  body: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array, 'must be bytes'),
  accepts: 'bytes',
} as const;

/** Declares an endpoint by its method and path, `GET /api/cases/:id`, and preserves its exact types. */
export function endpoint<const A extends `${Endpoint['method']} ${string}`, const D extends Omit<Endpoint, 'method' | 'path'>>(
  address: A,
  definition: D,
): D & { readonly method: Endpoint['method']; readonly path: PathOf<A> } {
  const [method, path] = address.split(' ') as [Endpoint['method'], PathOf<A>];
  return { ...definition, method, path };
}

type PathOf<A extends string> = A extends `${string} ${infer P}` ? P : never;

/** The input as the caller sends it. */
export type InputOf<E extends Endpoint> = Part<E, 'params', 'input'> & Part<E, 'query', 'input'> & Part<E, 'body', 'input'>;

/** The input as the handler receives it, parsed: `input.params`, `input.query`, `input.body`. */
export type ParsedInputOf<E extends Endpoint> = Part<E, 'params', 'output'> & Part<E, 'query', 'output'> & Part<E, 'body', 'output'>;

/** The response as the caller receives it. */
export type OutputOf<E extends Endpoint> = E['response']['_zod']['output'];

/** The response as the handler returns it. The server checks it and removes fields that the contract doesn't name. */
export type ReplyOf<E extends Endpoint> = E['response']['_zod']['input'];

type Part<E extends Endpoint, Key extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> = E extends {
  readonly [K in Key]: infer S extends z.ZodType;
}
  ? { readonly [K in Key]: Side extends 'input' ? z.input<S> : z.output<S> }
  : unknown;
