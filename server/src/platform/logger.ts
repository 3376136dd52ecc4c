import { VERSION } from '@stowage/contract/version';
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type { Logger };

/**
 * Levels: error = somebody must act, warn = it recovered by itself, info = a business event.
 * Secrets never reach a line: as a last defence, fields that could hold one are redacted here.
 */
export function createLogger(level: Config['logLevel']): Logger {
  return pino({
    level,
    base: { version: VERSION },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['password', 'token', 'refreshToken', 'authorization', '*.password', '*.token', '*.refreshToken', '*.authorization'],
      censor: '[redacted]',
    },
  });
}
