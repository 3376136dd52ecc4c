import { numberText } from '@stowage/contract/formats/text/number-text';
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

/** The reason for a suggestion, its statement, and the result of its creation. */
export function DetailsDialog({ suggestion, onClose, onDone, returnFocusTo }: DetailsDialogProps) {
  const { tableSchema, tableName, suggestedIndexName, queryPattern, createIndexStatement, errorMessage, statements } = suggestion;
  return (
    <Dialog
      title={suggestedIndexName}
      description="Suggested from statements that the database executed."
      open
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      size="wide"
    >
      <div className="grid gap-4">
        {errorMessage !== null && (
          <Banner tone="bad">
            {suggestion.status === 'FAILED' ? errorMessage : `The last attempt failed: ${errorMessage}`}
            {suggestion.status === 'FAILED' && <RetryButton id={suggestion.id} label="Try again" onDone={onDone} />}
          </Banner>
        )}
        <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-1.5">
          <Fact name="Table">
            {tableSchema}.{tableName}
          </Fact>
          <Fact name="Status">
            <StatusBadge status={suggestion.status} />
            {suggestion.status === 'IGNORED' && <RetryButton id={suggestion.id} label="Suggest again" onDone={onDone} />}
          </Fact>
          <Fact name="Estimated planner cost reduction">{estimateText(suggestion)}</Fact>
          <Fact name="Measured improvement">
            <Measured suggestion={suggestion} />
          </Fact>
          <Fact name="Estimated size">{size(suggestion.estimatedBytes)}</Fact>
          <Fact name="Rows of the table written">{numberText(suggestion.writes)}; each write would also update the index</Fact>
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

/** Makes a suggestion pending again. */
function RetryButton({ id, label, onDone }: { id: number; label: string; onDone: () => void }) {
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
  if (estimate === 'ROUGH') return `About ${less} with the index, calculated by formula because the planner could not be used`;
  if (isGeneric({ statements })) return `${less} with the index, estimated by the planner without the values of some statements`;
  return `${less} with the index, estimated by the planner`;
}

/** The measured gain, available a day after the creation or on demand. */
function Measured({ suggestion }: { suggestion: IndexSuggestion }) {
  const measure = useCommand(measureGain, [listSuggestions]);
  const { id, status, measuredImprovementPercent: measured, measuredAt, measureNote } = suggestion;
  if (status !== 'COMPLETED') return 'Available after the index is created';
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
  GONE: 'The index no longer exists',
  INVALID: 'The index is invalid and is not used',
  UNUSED: 'The planner does not use the index',
  UNKNOWN: 'Unknown: the database statistics were reset, or the statements can’t be planned',
  NOT_EXECUTED: 'None of its statements has run since the index was created',
};

function measuredText(measured: number): string {
  return measured >= 0 ? `Saves ${percent(measured)} of the mean time` : `Slower: adds ${percent(-measured)} of the mean time`;
}

const STATEMENT_COLUMNS: readonly Column<UsingStatement>[] = [
  { heading: 'Statement', isTitle: true, cell: ({ pattern }) => <code className="line-clamp-3 text-xs break-words">{pattern}</code> },
  { heading: 'Executions', align: 'right', cell: ({ calls }) => numberText(calls) },
  { heading: 'Avg Time', align: 'right', cell: ({ avgExecutionTimeMs }) => duration(avgExecutionTimeMs) },
  {
    heading: 'Estimated',
    align: 'right',
    cell: ({ improvementPercent, isGeneric: isWithoutValues }) => `${change(improvementPercent, 'cost')}${isWithoutValues ? ', without values' : ''}`,
  },
  { heading: 'Since then', align: 'right', cell: ({ avgExecutionTimeAfterMs: after }) => (after === null ? '–' : duration(after)) },
];
