import { live, ready } from '@stowage/contract/health';
import { VERSION } from '@stowage/contract/version';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Readiness } from '../database/readiness.ts';
import { publicRoute } from './route.ts';

/** For load balancers and supervisors: whether the process runs, and whether it can serve. */
export function healthRoutes(app: FastifyInstance, readiness: Readiness, isStopping = () => false): void {
  publicRoute(app, live, async () => ({ status: 'ok', version: VERSION }));
  publicRoute(app, ready, async () => {
    // Not `internal`, which is logged for the operator at each check.
    if (isStopping()) throw new AppError('upstream_failed', 'Stowage is stopping', { status: 503 });
    await readiness.check();
    return { status: 'ok', version: VERSION };
  });
}
