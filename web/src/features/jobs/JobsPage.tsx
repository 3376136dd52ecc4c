import {
  JOB_FILTERS,
  JOBS_PAGE_SIZE,
  type JobFilter,
  type JobRun,
  jobsTopic,
  listJobs,
  STARTABLE_JOBS,
  type StartableJob,
  startJob,
} from '@stowage/contract/jobs/jobs';
import { useListQuery } from '../../api/live-query.ts';
import { useCommand } from '../../api/query.ts';
import { useMay } from '../../api/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { buttonColumn } from '../../ui/column/button-column.tsx';
import { SelectField } from '../../ui/form/Field.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { QueryResult } from '../../ui/QueryResult.tsx';
import { EmptyState } from '../../ui/States.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { numberedList } from '../../ui/table/list-address.ts';
import { Pagination } from '../../ui/table/Pagination.tsx';
import { JobDialog } from './JobDialog.tsx';
import { JobProgress, JobStateBadge, STATES } from './JobState.tsx';
import type { JobsPageAddress } from './jobs-page-address.ts';

const labelOf = (filter: JobFilter) => (filter === 'UNDER_WAY' ? 'Running or waiting' : STATES[filter].label);
const STATE_OPTIONS = [{ value: '', label: 'Any' }, ...JOB_FILTERS.map((filter) => ({ value: filter, label: labelOf(filter) }))];

/** The background jobs with their progress and results. */
export function JobsPage({ address, onAddress }: AddressProps<JobsPageAddress>) {
  const { page, onPage, narrow } = numberedList(address, onAddress);
  const jobs = useListQuery(listJobs, { query: { page, state: address.state } }, { topic: jobsTopic });
  const mayManage = useMay('jobs.manage');
  return (
    <div className="grid gap-4">
      {mayManage && <StartCard />}
      <Card title="Background jobs" description="Imports run on their schedule and when somebody starts them.">
        <div className="max-w-60 px-4 pb-4">
          <SelectField
            label="State"
            value={address.state ?? ''}
            options={STATE_OPTIONS}
            onChange={(event) => narrow({ state: JOB_FILTERS.find((filter) => filter === event.target.value) })}
          />
        </div>
        <QueryResult
          query={jobs}
          failure="The jobs could not be loaded"
          empty={<EmptyState title={address.state === undefined ? 'No jobs have run yet' : `No job is ${labelOf(address.state).toLowerCase()}`} />}
        >
          {({ data, totalCount }) => (
            <>
              <DataTable label="Background jobs" columns={columns((run) => onAddress({ job: run.id }))} rows={data} keyOf={(run) => run.id} />
              <Pagination page={page} pageSize={JOBS_PAGE_SIZE} totalCount={totalCount} isOld={jobs.isPlaceholderData} onPage={onPage} />
            </>
          )}
        </QueryResult>
      </Card>
      {address.job !== undefined && <JobDialog id={address.job} mayManage={mayManage} onClose={() => onAddress({ job: undefined })} />}
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

function columns(open: (run: JobRun) => void): readonly Column<JobRun>[] {
  return [
    { heading: 'Job', isTitle: true, cell: (run) => run.title },
    { heading: 'State', cell: (run) => <JobStateBadge run={run} /> },
    { heading: 'Progress', cell: (run) => <JobProgress run={run} /> },
    { heading: 'Started by', cell: (run) => run.requestedBy ?? 'Schedule' },
    { heading: 'Asked for', cell: (run) => <time dateTime={run.createdAt}>{dateTime24(new Date(run.createdAt))}</time> },
    buttonColumn({ heading: 'Details', text: 'Details', nameOf: (run) => `of ${run.title}, job ${run.id}`, onPress: open }),
  ];
}
