import { ConfigurationError } from './platform/config/wrong-setting.ts';
import { reasonOf } from './platform/formats/reason-of.ts';
import type { Logger } from './platform/logger.ts';

/** EX_CONFIG of sysexits.h: a supervisor need not start the process again. */
const WRONG_CONFIGURATION = 78;

/** Runs a process to its end. A failure ends it with its message and exit code 1, or 78 for a wrong configuration. */
export function runProcess(main: () => Promise<number | undefined>): void {
  main().then(
    (code) => process.exit(code ?? 0),
    (error: unknown) => {
      console.error(reasonOf(error));
      process.exit(error instanceof ConfigurationError ? WRONG_CONFIGURATION : 1);
    },
  );
}

/** A background task that fails without a handler is logged; it must not end a process that serves people. */
export function containRejections(logger: Logger): void {
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'a background task failed without a handler'));
}
