import { BULK_ACTIONS } from '@stowage/contract/bulk/bulk';
import { INDEX_JOBS } from '@stowage/contract/index-advisor/index-advisor';
import * as contract from '@stowage/contract/jobs/jobs';
import { FOLLOWING_JOBS, LISTING_JOBS } from '@stowage/contract/pricing/listing-jobs';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import { csvTable } from '../../platform/formats/csv.ts';
import { numberedPages } from '../../platform/formats/numbered-pages.ts';
import { route } from '../../platform/http/route.ts';
import { success } from '../../platform/http/success.ts';
import type { JobService } from './job.service.ts';
import { findRun, type JobRunRow, listRuns, listRunsBelow } from './job-run.read-model.ts';

const BULK_TITLES = Object.fromEntries(Object.entries(BULK_ACTIONS).map(([kind, { title }]) => [`bulk-${kind}`, title]));
const TITLES: Readonly<Record<string, string>> = { ...contract.STARTABLE_JOBS, ...LISTING_JOBS, ...FOLLOWING_JOBS, ...INDEX_JOBS, ...BULK_TITLES };

const KINDS_BY_TITLE = Object.entries(TITLES)
  .toSorted(([, one], [, other]) => one.localeCompare(other))
  .map(([kind]) => kind);

const EXPORT_JOBS = 1_000;

const read = { permission: 'jobs.read' } as const;
const manage = { permission: 'jobs.manage' } as const;

export function jobRoutes(app: FastifyInstance, { db, service }: { db: Database; service: JobService }): void {
  route(app, contract.listJobs, read, async ({ query: { page, ...query } }) => {
    const size = contract.JOBS_PAGE_SIZE;
    const { runs, totalCount } = await listRuns(db, { offset: page * size, limit: size, ...query, kindsByTitle: KINDS_BY_TITLE });
    return { data: runs.map(withTitle), ...numberedPages(totalCount, { size, page }) };
  });

  route(app, contract.exportJobs, read, async ({ query }) => jobCsv(db, query.state));

  route(app, contract.getJob, read, async ({ params }) => {
    const run = await findRun(db, params.id);
    if (run === undefined) throw new AppError('not_found', 'There is no such job');
    return withTitle(run);
  });

  route(app, contract.startJob, manage, async ({ body }, { caller }) => ({ id: await service.start(body.kind, caller.userId) }));

  route(app, contract.retryJob, manage, ({ params }) => success(service.retry(params.id)));
  route(app, contract.cancelJob, manage, ({ params }) => success(service.cancel(params.id)));
}

const { head, line } = csvTable({
  ...{ Job: 'id', Title: 'title', State: 'state', Done: 'done', Total: 'total', Message: 'message', Error: 'error' },
  ...{ 'Started by': 'requestedBy', 'Asked for (UTC)': 'createdAt', 'Started (UTC)': 'startedAt', 'Finished (UTC)': 'finishedAt' },
});

async function* jobCsv(db: Database, state: contract.JobFilter | undefined): AsyncIterable<string> {
  yield head;
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const runs = await listRunsBelow(db, state, { below, limit: EXPORT_JOBS });
    yield runs.map((run) => line({ ...withTitle(run), requestedBy: run.requestedBy ?? 'Schedule' })).join('');
    const last = runs.at(-1);
    if (runs.length < EXPORT_JOBS || last === undefined) return;
    below = last.id;
  }
}

function withTitle<R extends JobRunRow>(run: R): R & { title: string } {
  return { ...run, title: TITLES[run.kind] ?? run.kind };
}
