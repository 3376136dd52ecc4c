import {
  getIndexStats,
  type IndexSuggestion,
  listSuggestions,
  type MeasureNote,
  measureGain,
  retrySuggestion,
} from '@stowage/contract/index-advisor/index-advisor';
import type { ReactNode } from 'react';
import { useCommand } from '../../api/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';
import { CopyButton } from '../../ui/format/CopyButton.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import type { DialogEnds } from './dialog-ends.ts';
import { change, duration, isGeneric, percent, size } from './figures.ts';
import { Statement } from './SuggestionDialogs.tsx';
import { StatusBadge } from './suggestion-columns.tsx';

type UsingStatement = IndexSuggestion['statements'][number];

interface DetailsDialogProps extends DialogEnds {
  readonly suggestion: IndexSuggestion;
}

/** Why an index is suggested, what it would be, and what became of it. */
export function DetailsDialog({ suggestion, onClose, onDone, returnFocusTo }: DetailsDialogProps) {
  const { tableSchema, tableName, suggestedIndexName, queryPattern, createIndexStatement, errorMessage, statements } = suggestion;
  return (
    <Dialog
      title={suggestedIndexName}
      description="Suggested from statements that the database was asked."
      open
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      size="wide"
    >
      <div className="grid gap-4">
        {errorMessage !== null && (
          <Banner tone="bad">
            {suggestion.status === 'FAILED' ? errorMessage : `The last try failed: ${errorMessage}`}
            {suggestion.status === 'FAILED' && <WaitAgain id={suggestion.id} label="Try again" onDone={onDone} />}
          </Banner>
        )}
        <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-1.5">
          <Fact name="Table">
            {tableSchema}.{tableName}
          </Fact>
          <Fact name="Status">
            <StatusBadge status={suggestion.status} />
            {suggestion.status === 'IGNORED' && <WaitAgain id={suggestion.id} label="Suggest again" onDone={onDone} />}
          </Fact>
          <Fact name="Estimated planner cost reduction">{estimateText(suggestion)}</Fact>
          <Fact name="Measured improvement">
            <Measured suggestion={suggestion} />
          </Fact>
          <Fact name="Estimated size">{size(suggestion.estimatedBytes)}</Fact>
          <Fact name="Rows of the table written">{suggestion.writes.toLocaleString()}, each of which would keep the index up</Fact>
        </dl>
        <section className="grid gap-1.5">
          <h3 className="font-semibold">Query pattern</h3>
          <Statement label="Query pattern" text={queryPattern ?? 'No query pattern available'} />
        </section>
        <section className="grid gap-1.5">
          <div className="flex items-center justify-between gap-2">
            <h3 className="font-semibold">Create index statement</h3>
            <CopyButton text={createIndexStatement} label="Copy" name="the statement" />
          </div>
          <Statement label="Create index statement" text={createIndexStatement} />
        </section>
        {statements.length > 0 && (
          <section className="grid gap-1.5">
            <h3 className="font-semibold">Statements that would use it</h3>
            <DataTable label="Statements that would use it" columns={STATEMENT_COLUMNS} rows={statements} keyOf={({ pattern }) => pattern} />
          </section>
        )}
        <div className="flex justify-end">
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Lets it wait again: then it can be created as any other. */
function WaitAgain({ id, label, onDone }: { id: number; label: string; onDone: () => void }) {
  const retry = useCommand(retrySuggestion, [listSuggestions, getIndexStats]);
  const ask = () =>
    retry.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          toast('good', 'Suggestion is pending again');
          onDone();
        },
        onError: (error) => toast('bad', error.message),
      },
    );
  return (
    <Button size="small" className="ml-3" disabled={retry.isPending} onClick={ask}>
      {label}
    </Button>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere] max-sm:mb-1.5">{children}</dd>
    </>
  );
}

function estimateText({ potentialImprovementPercent, estimate, statements }: IndexSuggestion): string {
  const less = change(potentialImprovementPercent, 'cost');
  if (estimate === 'ROUGH') return `About ${less} with the index than without: by formula, the planner could not be asked`;
  if (isGeneric({ statements })) return `${less} with the index than without, says the planner, which was asked without the values of some of the statements`;
  return `${less} with the index than without, says the planner`;
}

/** Stands beside the estimate once the index is there: after a day by itself, or when somebody asks. */
function Measured({ suggestion }: { suggestion: IndexSuggestion }) {
  const measure = useCommand(measureGain, [listSuggestions]);
  const { id, status, measuredImprovementPercent: measured, measuredAt, measureNote } = suggestion;
  if (status !== 'COMPLETED') return 'Not yet: it is measured once the index is there';
  const ask = () =>
    measure.mutate(
      { params: { id } },
      {
        onSuccess: ({ measureNote }) => {
          if (measureNote !== null) toast('bad', NOTES[measureNote]);
        },
        onError: (error) => toast('bad', error.message),
      },
    );
  return (
    <span className="flex flex-wrap items-center gap-2">
      {measured === null ? NOTES[measureNote ?? 'NOT_YET'] : measuredText(measured)}
      {measuredAt !== null && <span className="text-muted">{dateTime24(new Date(measuredAt))}</span>}
      <Button size="small" disabled={measure.isPending} onClick={ask}>
        Measure now
      </Button>
    </span>
  );
}

const NOTES: Readonly<Record<MeasureNote | 'NOT_YET', string>> = {
  NOT_YET: 'Not measured yet',
  GONE: 'There is no such index any more',
  INVALID: 'The index is invalid: nothing uses it',
  UNUSED: 'The planner does not use it',
  UNKNOWN: 'Nobody can say: the database has forgotten what it counted before, or can’t plan the statements',
  NOT_EXECUTED: 'None of its statements was executed since the index is there',
};

function measuredText(measured: number): string {
  return measured >= 0 ? `Saves ${percent(measured)} of the mean time` : `Slower: adds ${percent(-measured)} of the mean time`;
}

const STATEMENT_COLUMNS: readonly Column<UsingStatement>[] = [
  { heading: 'Statement', isTitle: true, cell: ({ pattern }) => <code className="line-clamp-3 text-xs break-words">{pattern}</code> },
  { heading: 'Executions', align: 'right', cell: ({ calls }) => calls.toLocaleString() },
  { heading: 'Avg Time', align: 'right', cell: ({ avgExecutionTimeMs }) => duration(avgExecutionTimeMs) },
  {
    heading: 'Estimated',
    align: 'right',
    cell: ({ improvementPercent, isGeneric: isWithoutValues }) => `${change(improvementPercent, 'cost')}${isWithoutValues ? ', without its values' : ''}`,
  },
  { heading: 'Since then', align: 'right', cell: ({ avgExecutionTimeAfterMs: after }) => (after === null ? '–' : duration(after)) },
];
