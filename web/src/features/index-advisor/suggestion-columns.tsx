import { numberText } from '@stowage/contract/formats/text/number-text';
import type { IndexSuggestion, MeasureNote } from '@stowage/contract/index-advisor/index-advisor';
import type { SuggestionStatus } from '@stowage/contract/index-advisor/suggestion-statuses';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { change, duration, isGeneric, isHigh } from './figures.ts';
import type { IndexAdvisorAddress } from './index-advisor-address.ts';

const TONES: Readonly<Record<SuggestionStatus, Tone>> = {
  PENDING: 'warn',
  IN_PROGRESS: 'accent',
  COMPLETED: 'good',
  FAILED: 'bad',
  IGNORED: 'neutral',
};

export function StatusBadge({ status }: { status: SuggestionStatus }) {
  return <Badge tone={TONES[status]}>{status}</Badge>;
}

interface RowActions {
  /** Only one index is created at a time. */
  readonly isCreating: boolean;
  readonly open: (suggestion: IndexSuggestion, dialog: NonNullable<IndexAdvisorAddress['dialog']>) => void;
}

export function suggestionColumns({ isCreating, open }: RowActions): readonly Column<IndexSuggestion>[] {
  return [
    { heading: 'Table/Suggested Index', isTitle: true, cell: (suggestion) => <Names suggestion={suggestion} /> },
    { heading: 'Columns', cell: ({ suggestedIndexColumns }) => <span className="font-mono text-[13px] break-words">{suggestedIndexColumns}</span> },
    { heading: 'Avg Time', align: 'right', cell: ({ avgExecutionTimeMs }) => <span className="whitespace-nowrap">{duration(avgExecutionTimeMs)}</span> },
    { heading: 'Executions/Improvement', align: 'right', cell: (suggestion) => <Improvement suggestion={suggestion} /> },
    { heading: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      heading: 'Actions',
      isAction: true,
      cell: (suggestion) => (
        <div className="stacking-whole flex flex-wrap gap-1.5 xl:flex-nowrap">
          <Button
            size="small"
            aria-label={`View details of ${suggestion.suggestedIndexName}`}
            data-details={suggestion.id}
            onClick={() => open(suggestion, 'details')}
          >
            View details
          </Button>
          {suggestion.status === 'PENDING' && (
            <>
              <Button
                size="small"
                look="primary"
                disabled={isCreating}
                aria-label={`Create Index ${suggestion.suggestedIndexName}`}
                onClick={() => open(suggestion, 'create')}
              >
                Create Index
              </Button>
              <Button size="small" aria-label={`Ignore ${suggestion.suggestedIndexName}`} onClick={() => open(suggestion, 'ignore')}>
                Ignore
              </Button>
            </>
          )}
        </div>
      ),
    },
  ];
}

function Names({ suggestion: { tableSchema, tableName, suggestedIndexName } }: { suggestion: IndexSuggestion }) {
  return (
    <div className="grid min-w-0">
      <span className="font-semibold break-all">{tableSchema === 'public' ? tableName : `${tableSchema}.${tableName}`}</span>
      <span className="font-mono text-xs break-all text-muted">{suggestedIndexName}</span>
    </div>
  );
}

function Improvement({ suggestion }: { suggestion: IndexSuggestion }) {
  const { executionCount, potentialImprovementPercent: estimated, measuredImprovementPercent: measured, measureNote } = suggestion;
  return (
    <div className="grid justify-items-end gap-0.5 max-lg:justify-items-start">
      <span className="whitespace-nowrap">{numberText(executionCount)} executions</span>
      <Badge tone={isHigh(estimated) ? 'good' : 'neutral'}>
        {change(estimated, 'cost')}, {estimatedHow(suggestion)}
      </Badge>
      {measured !== null && <Badge tone={measured > 0 ? 'good' : 'bad'}>{change(measured, 'time')}, measured</Badge>}
      {measureNote !== null && NO_USE[measureNote] !== undefined && <Badge tone="bad">{NO_USE[measureNote]}</Badge>}
    </div>
  );
}

function estimatedHow(suggestion: IndexSuggestion): string {
  if (suggestion.estimate === 'ROUGH') return 'estimated roughly';
  return isGeneric(suggestion) ? 'estimated without values' : 'estimated';
}

const NO_USE: Readonly<Partial<Record<MeasureNote, string>>> = { GONE: 'No such index', INVALID: 'Index is invalid', UNUSED: 'Not used' };
