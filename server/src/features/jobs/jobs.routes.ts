import * as contract from '@stowage/contract/jobs/jobs';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import { numberedPages } from '../../platform/formats/numbered-pages.ts';
import { route } from '../../platform/http/route.ts';
import { success } from '../../platform/http/success.ts';
import type { JobService } from './job.service.ts';
import { jobCsv } from './job-csv.ts';
import { findRun, listRuns } from './job-run.read-model.ts';
import { KINDS_BY_TITLE, withTitle } from './job-title.ts';

const read = { permission: 'jobs.read' } as const;
const manage = { permission: 'jobs.manage' } as const;

export function jobRoutes(app: FastifyInstance, { db, service }: { db: Database; service: JobService }): void {
  route(app, contract.listJobs, read, async ({ query: { page, ...query } }) => {
    const size = contract.JOBS_PAGE_SIZE;
    const { runs, totalCount } = await listRuns(db, { offset: page * size, limit: size, ...query, kindsByTitle: KINDS_BY_TITLE });
    return { data: runs.map(withTitle), ...numberedPages(totalCount, { size, page }) };
  });

  route(app, contract.exportJobs, read, async ({ query }) => jobCsv(db, { ...query, kindsByTitle: KINDS_BY_TITLE }));

  route(app, contract.getJob, read, async ({ params }) => {
    const run = await findRun(db, params.id);
    if (run === undefined) throw new AppError('not_found', 'There is no such job');
    return withTitle(run);
  });

  route(app, contract.startJob, manage, async ({ body }, { caller }) => ({ id: await service.start(body.kind, caller.userId) }));

  route(app, contract.retryJob, manage, ({ params }, { caller }) => success(service.retry(params.id, caller)));
  route(app, contract.cancelJob, manage, ({ params }) => success(service.cancel(params.id)));
}
