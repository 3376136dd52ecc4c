import * as z from 'zod';

/** Every error code of a failed call, with its HTTP status. */
export const ERROR_STATUS = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rule_violated: 422,
  rate_limited: 429,
  upstream_failed: 502,
  internal: 500,
  /** A file could not be written: the disk is full or read-only. */
  no_space: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** A rejected field, such as `body.locationId`, and why it was rejected. */
const fieldError = z.object({ path: z.string(), message: z.string() });

/** The body of every error response. */
export const errorBody = z.object({
  error: z.object({
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    reason: z.string().optional(),
    message: z.string(),
    fields: z.array(fieldError).optional(),
    details: z.unknown().optional(),
    requestId: z.string(),
  }),
});

export type FieldError = z.infer<typeof fieldError>;
export type ErrorBody = z.infer<typeof errorBody>;

/** The text of what was thrown, which need not be an error. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
