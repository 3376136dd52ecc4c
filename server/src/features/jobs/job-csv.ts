import type { Database } from '../../platform/database/connection/connect.ts';
import { csvOf, csvTable } from '../../platform/formats/csv.ts';
import { readByIds } from '../../platform/formats/read-pages.ts';
import { type JobRunRow, listRunIds, listRunsOf, type RunList } from './job-run.read-model.ts';
import { withTitle } from './job-title.ts';

const EXPORT_JOBS = 1_000;

const { head, line } = csvTable({
  ...{ Job: 'id', Title: 'title', State: 'state', Done: 'done', Total: 'total', Message: 'message', Error: 'error' },
  ...{ 'Started by': 'requestedBy', 'Asked for (UTC)': 'createdAt', 'Started (UTC)': 'startedAt', 'Finished (UTC)': 'finishedAt' },
});

const TABLE = { head, line: (run: JobRunRow) => line({ ...withTitle(run), requestedBy: run.requestedBy ?? 'Schedule' }) };

/** The jobs in a state, or all, in the order of the list. */
export async function jobCsv(db: Database, list: RunList): Promise<AsyncIterable<string>> {
  const ids = await listRunIds(db, list);
  return csvOf(
    TABLE,
    readByIds(ids, EXPORT_JOBS, (part) => listRunsOf(db, part)),
  );
}
