import type { Endpoint } from '@stowage/contract/endpoint';
import { ERROR_STATUS, type ErrorBody } from '@stowage/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { refusalOfDatabase } from '../database/failures.ts';
import type { Logger } from '../logger.ts';
import { NO_FRAMES } from './security.ts';

/** The one place where a failure becomes an answer. */
export function useErrorHandler(app: FastifyInstance, logger: Logger): void {
  app.setErrorHandler((thrown: FastifyError | Error, request, reply) => {
    const error = toAppError(thrown);
    // Both concern the operator, not the caller.
    if ((error.code === 'internal' || error.code === 'no_space') && error.extra.isLogged !== true)
      logger.error({ err: thrown, requestId: request.id, route: request.routeOptions.url }, 'call failed');
    return sendError(error, request, reply);
  });
}

export function sendError(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { reason, fields, details, retryAfterSeconds, status } = error.extra;
  const body: ErrorBody = {
    error: {
      code: error.code,
      message: error.message,
      requestId: request.id,
      ...(reason !== undefined && { reason }),
      ...(fields !== undefined && { fields: [...fields] }),
      ...(details !== undefined && { details }),
    },
  };
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(retryAfterSeconds));
  return reply
    .status(status ?? ERROR_STATUS[error.code])
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', reply.getHeader('content-security-policy') ?? NO_FRAMES)
    .type('application/json; charset=utf-8')
    .send({ ...body, ...promisedOnFailure(request.routeOptions.config.endpoint, error) });
}

function promisedOnFailure(endpoint: Endpoint | undefined, error: AppError): object {
  // A second start learns which job is already running.
  if (endpoint?.failure === 'job-id') return { message: error.message, ...(error.extra.details as { jobId?: string } | undefined) };
  return endpoint?.failure === 'success-message' ? { success: false, message: error.message } : {};
}

function toAppError(thrown: FastifyError | Error): AppError {
  if (thrown instanceof AppError) return thrown;
  const status = 'statusCode' in thrown ? thrown.statusCode : undefined;
  // Fastify's own refusals: a body that is too large, not JSON, or of another type.
  if (status !== undefined && status >= 400 && status < 500) return new AppError('invalid_input', thrown.message, { status });
  return refusalOfDatabase(thrown) ?? new AppError('internal', 'Something went wrong on our side. Please try again.');
}
