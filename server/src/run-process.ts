import { reasonOf } from './platform/formats/reason-of.ts';
import type { Logger } from './platform/logger.ts';

/** Runs a process to its end. A failure ends it with exit code 1 and its message. */
export function runProcess(main: () => Promise<number | undefined>): void {
  main().then(
    (code) => process.exit(code ?? 0),
    (error: unknown) => {
      console.error(reasonOf(error));
      process.exit(1);
    },
  );
}

/** A background task that fails without a handler is logged; it must not end a process that serves people. */
export function containRejections(logger: Logger): void {
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'a background task failed without a handler'));
}
