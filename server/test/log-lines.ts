import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import { errorFields } from '../src/platform/logger.ts';

/** A logger whose lines a test reads, with errors as `createLogger` shows them. */
export function collectLog(): { logger: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return { logger: pino({ serializers: { err: errorFields } }, sink), lines };
}
