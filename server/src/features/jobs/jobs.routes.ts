import { BULK_ACTIONS } from '@stowage/contract/bulk/bulk';
import { INDEX_JOBS } from '@stowage/contract/index-advisor/index-advisor';
import * as contract from '@stowage/contract/jobs/jobs';
import { FOLLOWING_JOBS, LISTING_JOBS } from '@stowage/contract/pricing/listing-jobs';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import { route } from '../../platform/http/route.ts';
import { success } from '../../platform/http/success.ts';
import type { JobService } from './job.service.ts';
import { findRun, type JobRunRow, listRuns } from './job-run.read-model.ts';

const BULK_TITLES = Object.fromEntries(Object.entries(BULK_ACTIONS).map(([kind, { title }]) => [`bulk-${kind}`, title]));
const TITLES: Readonly<Record<string, string>> = { ...contract.STARTABLE_JOBS, ...LISTING_JOBS, ...FOLLOWING_JOBS, ...INDEX_JOBS, ...BULK_TITLES };

const read = { permission: 'jobs.read' } as const;
const manage = { permission: 'jobs.manage' } as const;

export function jobRoutes(app: FastifyInstance, { db, service }: { db: Database; service: JobService }): void {
  route(app, contract.listJobs, read, async ({ query: { page, state } }) => {
    const size = contract.JOBS_PAGE_SIZE;
    const { runs, totalCount } = await listRuns(db, { offset: page * size, limit: size, state });
    return { data: runs.map(withTitle), totalCount, totalPages: Math.ceil(totalCount / size), currentPage: page };
  });

  route(app, contract.getJob, read, async ({ params }) => {
    const run = await findRun(db, params.id);
    if (run === undefined) throw new AppError('not_found', 'There is no such job');
    return withTitle(run);
  });

  route(app, contract.startJob, manage, async ({ body }, { caller }) => ({ id: await service.start(body.kind, caller.userId) }));

  route(app, contract.retryJob, manage, ({ params }) => success(service.retry(params.id)));
  route(app, contract.cancelJob, manage, ({ params }) => success(service.cancel(params.id)));
}

function withTitle<R extends JobRunRow>(run: R): R & { title: string } {
  return { ...run, title: TITLES[run.kind] ?? run.kind };
}
