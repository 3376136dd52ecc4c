import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type { Logger };

/**
 * Level is meaning: error = somebody must act, warn = it healed itself, info = a business event.
 * Secrets never reach a line: the fields that could hold one are cut here as a last defence.
 */
export function createLogger(level: Config['logLevel']): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['password', 'token', 'refreshToken', 'authorization', '*.password', '*.token', '*.refreshToken', '*.authorization'],
      censor: '[redacted]',
    },
  });
}
