import os from 'node:os';
import { VERSION } from '@stowage/contract/version';
import { type Logger, pino, stdSerializers } from 'pino';

export type { Logger };

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Levels: error = somebody must act, warn = it recovered by itself, info = a business event.
 * Secrets never reach a line: as a last defence, fields that could hold one are redacted here.
 */
export function createLogger(level: LogLevel): Logger {
  return pino({
    level,
    base: { version: VERSION, pid: process.pid, host: os.hostname() },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorFields },
    redact: {
      paths: ['password', 'token', 'refreshToken', 'authorization', '*.password', '*.token', '*.refreshToken', '*.authorization'],
      censor: '[redacted]',
    },
  });
}

type Serialized = ReturnType<typeof stdSerializers.err> & Partial<Record<'client' | 'detail' | 'where' | 'internalQuery', unknown>>;

/**
 * An error as a line shows it. PostgreSQL's driver adds the whole client to the error of a broken connection, and PostgreSQL the
 * values of the refused row (`detail`) and of the statement around it (`where`, `internalQuery`). The SDK of AWS adds the response
 * with its request, or what the store sent back of it: the access key and the signature.
 */
export function errorFields(error: Error): object {
  const { client: _client, detail: _detail, where: _where, internalQuery: _query, ...serialized } = stdSerializers.err(error) as Serialized;
  if (!('$metadata' in serialized)) return serialized;
  const { type, message, stack, code, $metadata } = serialized;
  return { type, message, stack, ...(code !== undefined && { code }), $metadata };
}
