import type { JobFilter } from '@stowage/contract/jobs/jobs';
import type { Database } from '../../platform/database/connection/connect.ts';
import { csvOf, csvTable } from '../../platform/formats/csv.ts';
import { readPages } from '../../platform/formats/read-pages.ts';
import { type JobRunRow, listRunsBelow } from './job-run.read-model.ts';
import { withTitle } from './job-title.ts';

const EXPORT_JOBS = 1_000;

const { head, line } = csvTable({
  ...{ Job: 'id', Title: 'title', State: 'state', Done: 'done', Total: 'total', Message: 'message', Error: 'error' },
  ...{ 'Started by': 'requestedBy', 'Asked for (UTC)': 'createdAt', 'Started (UTC)': 'startedAt', 'Finished (UTC)': 'finishedAt' },
});

const TABLE = { head, line: (run: JobRunRow) => line({ ...withTitle(run), requestedBy: run.requestedBy ?? 'Schedule' }) };

/** The jobs in a state, or all, newest first. */
export function jobCsv(db: Database, state: JobFilter | undefined): AsyncIterable<string> {
  return csvOf(
    TABLE,
    readPages(EXPORT_JOBS, (last?: JobRunRow) => listRunsBelow(db, state, { below: last?.id ?? Number.MAX_SAFE_INTEGER, limit: EXPORT_JOBS })),
  );
}
