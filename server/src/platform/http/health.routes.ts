import { live, ready } from '@stowage/contract/health';
import { VERSION } from '@stowage/contract/version';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Readiness } from '../database/readiness.ts';
import type { Logger } from '../logger.ts';
import { publicRoute } from './route.ts';

interface Options {
  readonly logger: Logger;
  /** A process that is stopping still serves, and load balancers look for another one. */
  readonly isStopping?: (() => boolean) | undefined;
}

/** For load balancers and supervisors: whether the process runs, and whether it can serve. */
export function healthRoutes(app: FastifyInstance, readiness: Readiness, { logger, isStopping = () => false }: Options): void {
  const check = loggedOnce(readiness, logger);
  publicRoute(app, live, async () => ({ status: 'ok', version: VERSION }));
  publicRoute(app, ready, async () => {
    if (isStopping()) throw new AppError('upstream_failed', 'Stowage is stopping', { status: 503 });
    await check();
    return { status: 'ok', version: VERSION };
  });
}

/** Load balancers ask every second or two: the log has one line when the answer changes. */
function loggedOnce(readiness: Readiness, logger: Logger): () => Promise<void> {
  let isReady = true;
  return async () => {
    try {
      await readiness.check();
    } catch (error) {
      if (isReady) logger.error({ err: error }, 'not ready');
      isReady = false;
      throw error instanceof AppError ? new AppError(error.code, error.message, { ...error.extra, isLogged: true }) : error;
    }
    if (!isReady) logger.info('ready again');
    isReady = true;
  };
}
