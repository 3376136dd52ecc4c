import {
  exportJobs,
  JOB_FILTERS,
  JOB_SORTS,
  JOBS_PAGE_SIZE,
  type JobFilter,
  type JobRun,
  type JobSort,
  jobsTopic,
  listJobs,
  STARTABLE_JOBS,
  type StartableJob,
  startJob,
} from '@stowage/contract/jobs/jobs';
import { useListQuery } from '../../api/live-query.ts';
import { useCommand } from '../../api/query.ts';
import { useMay } from '../../api/session.ts';
import { ExportButton } from '../../shared/files/ExportButton.tsx';
import { chipsOf } from '../../shared/list/chips.ts';
import { ListBar } from '../../shared/list/ListBar.tsx';
import { ListTable } from '../../shared/list/ListTable.tsx';
import { SelectionBar } from '../../shared/list/SelectionBar.tsx';
import { useList } from '../../shared/list/use-list.ts';
import { useListSelection } from '../../shared/list/use-list-selection.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { buttonColumn } from '../../ui/column/button-column.tsx';
import { SelectField } from '../../ui/form/Field.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import type { Column } from '../../ui/table/column.ts';
import { sortedList } from '../../ui/table/list-address.ts';
import { Pagination } from '../../ui/table/Pagination.tsx';
import { JobDialog } from './JobDialog.tsx';
import { JobProgress, JobStateBadge, STATES } from './JobState.tsx';
import { JobsBulk } from './JobsBulk.tsx';
import type { JobsPageAddress } from './jobs-page-address.ts';

const labelOf = (filter: JobFilter) => (filter === 'UNDER_WAY' ? 'Running or waiting' : STATES[filter].label);
const STATE_OPTIONS = [{ value: '', label: 'Any' }, ...JOB_FILTERS.map((filter) => ({ value: filter, label: labelOf(filter) }))];

/** The background jobs with their progress and results. */
export function JobsPage({ address, onAddress }: AddressProps<JobsPageAddress>) {
  const { page, onPage, nextIf, narrow, sorting, queryIfSorted, orderIfSorted } = sortedList<JobsPageAddress, JobSort>(
    { address, onAddress },
    { sorts: JOB_SORTS, names: ['title', 'state', 'requested_by'] },
  );
  const matching = { state: address.state };
  const jobs = useListQuery(listJobs, { query: { ...queryIfSorted, ...matching } }, { topic: jobsTopic });
  const mayManage = useMay('jobs.manage');
  const { data: rows = [], totalCount = 0, totalPages = 0 } = jobs.data ?? {};
  const onOpen = (run: JobRun) => onAddress({ job: run.id });
  const list = useList({ name: 'jobs', address, onAddress, narrow, parts: ['state', 'sort', 'ascending'], columns: columns(onOpen) });
  const selection = useListSelection({ rows, idOf: ({ id }: JobRun) => id, nameOf, matching });
  const total = jobs.data && { count: totalCount };
  return (
    <div className="grid gap-4">
      {mayManage && <StartCard />}
      <Card
        title="Background jobs"
        description="Imports run on their schedule and when somebody starts them."
        aside={<ExportButton endpoint={exportJobs} input={{ query: { ...matching, ...orderIfSorted } }} name="jobs.csv" />}
      >
        <div className="max-w-60 px-4 pb-4">
          <SelectField
            label="State"
            value={address.state ?? ''}
            options={STATE_OPTIONS}
            onChange={(event) => narrow({ state: JOB_FILTERS.find((filter) => filter === event.target.value) })}
          />
        </div>
        <ListBar list={list} chips={chipsOf(address, { state: (state) => `State: ${labelOf(state)}` })} {...{ sorting, total }} nouns={NOUNS} />
        {mayManage && (
          <SelectionBar nouns={NOUNS} isOfIds {...{ selection, total }}>
            <JobsBulk runs={selection.rows} onDone={selection.keep} />
          </SelectionBar>
        )}
        <QueryResult
          query={jobs}
          failure="The jobs could not be loaded"
          empty={<EmptyState title={address.state === undefined ? 'No jobs have run yet' : `No job is ${labelOf(address.state).toLowerCase()}`} />}
        >
          {({ data }) => (
            <>
              <ListTable
                label="Background jobs"
                {...{ list, sorting, onOpen }}
                {...(mayManage && { selection })}
                rows={data}
                keyOf={({ id }) => id}
                next={nextIf(page + 1 < totalPages)}
              />
              <Pagination page={page} pageSize={JOBS_PAGE_SIZE} totalCount={totalCount} isOld={jobs.isPlaceholderData} onPage={onPage} />
            </>
          )}
        </QueryResult>
      </Card>
      {address.job !== undefined && (
        <JobDialog id={address.job} {...{ mayManage }} onOpen={(job) => onAddress({ job })} onClose={() => onAddress({ job: undefined })} />
      )}
    </div>
  );
}

function StartCard() {
  const start = useCommand(startJob, [listJobs]);
  return (
    <Card title="Start a job" description="Only one job of each kind runs at a time.">
      <div className="flex flex-wrap gap-2 px-4 pb-4">
        {(Object.entries(STARTABLE_JOBS) as [StartableJob, string][]).map(([kind, title]) => (
          <Button key={kind} disabled={start.isPending} onClick={() => start.mutate({ body: { kind } })}>
            {title}
          </Button>
        ))}
      </div>
      {start.isError && (
        <p role="alert" className="px-4 pb-4 text-bad">
          {start.error.message}
        </p>
      )}
    </Card>
  );
}

const NOUNS = ['job', 'jobs'] as const;

const nameOf = ({ title, id }: JobRun) => `${title}, job ${id}`;

function columns(open: (run: JobRun) => void): readonly Column<JobRun>[] {
  return [
    { heading: 'Job', isTitle: true, sort: 'title', cell: (run) => run.title },
    { heading: 'State', sort: 'state', cell: (run) => <JobStateBadge run={run} /> },
    { heading: 'Progress', sort: 'progress', cell: (run) => <JobProgress run={run} /> },
    { heading: 'Started by', sort: 'requested_by', cell: (run) => run.requestedBy ?? 'Schedule' },
    { heading: 'Asked for', sort: 'created', cell: (run) => <time dateTime={run.createdAt}>{dateTime24(new Date(run.createdAt))}</time> },
    buttonColumn({ heading: 'Details', text: 'Details', nameOf: (run) => `of ${nameOf(run)}`, onPress: open }),
  ];
}
