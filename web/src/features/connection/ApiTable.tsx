import type { ApiHealth, OperationHealth } from '@stowage/contract/connection/marketplace-connection';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { useState } from 'react';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Moment } from '../../ui/format/Moment.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { toggled } from '../../ui/table/toggled.ts';
import { isRefused, purposeOf } from './api-uses.ts';

/** One row per API. An opened row shows the API's operations with their limits. */
export function ApiTable({ apis }: { apis: readonly ApiHealth[] }) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  return (
    <DataTable
      label="APIs"
      columns={columns(opened, (api) => setOpened(toggled(opened, api)))}
      rows={apis}
      keyOf={({ api }) => api}
      below={(health) => (opened.has(health.api) ? <Operations health={health} /> : undefined)}
    />
  );
}

function columns(opened: ReadonlySet<string>, toggle: (api: string) => void): readonly Column<ApiHealth>[] {
  return [
    { heading: 'API', isTitle: true, cell: ({ api }) => api },
    { heading: 'Needed for', cell: ({ api }) => purposeOf(api) ?? '–' },
    { heading: 'State', cell: (health) => <HealthBadge health={health} /> },
    { heading: 'Last success', cell: ({ lastSuccessAt }) => <Moment text={lastSuccessAt} /> },
    { heading: 'Last error', cell: (health) => <LastError health={health} /> },
    {
      heading: 'Limits',
      isAction: true,
      cell: ({ api }) => (
        <Button size="small" aria-expanded={opened.has(api)} aria-label={`Limits of ${api}`} onClick={() => toggle(api)}>
          {opened.has(api) ? 'Hide' : 'Show'}
        </Button>
      ),
    },
  ];
}

function HealthBadge({ health }: { health: ApiHealth }) {
  const { lastSuccessAt, lastErrorAt } = health;
  if (lastSuccessAt === null && lastErrorAt === null) return <Badge>Not called yet</Badge>;
  if (isRefused(health)) return <Badge tone="bad">No permission</Badge>;
  return (lastErrorAt ?? '') > (lastSuccessAt ?? '') ? <Badge tone="bad">Fails</Badge> : <Badge tone="good">Works</Badge>;
}

function LastError({ health: { lastErrorAt, lastError } }: { health: Pick<ApiHealth, 'lastErrorAt' | 'lastError'> }) {
  if (lastErrorAt === null) return 'None';
  return (
    <span>
      <Moment text={lastErrorAt} />
      <span className="block break-words text-muted">{lastError}</span>
    </span>
  );
}

function Operations({ health: { api, operations } }: { health: ApiHealth }) {
  return (
    <div className="px-4 pb-3">
      <DataTable label={`Operations of ${api}`} columns={OPERATION_COLUMNS} rows={operations} keyOf={({ operation }) => operation} />
    </div>
  );
}

const OPERATION_COLUMNS: readonly Column<OperationHealth>[] = [
  { heading: 'Operation', isTitle: true, cell: ({ operation }) => operation },
  { heading: 'Rate limit', cell: ({ rate }) => rateText(rate) },
  { heading: 'Available now', cell: ({ tokens, burst }) => `${numberText(Math.max(0, tokens))} of ${numberText(burst)}` },
  { heading: 'Last success', cell: ({ lastSuccessAt }) => <Moment text={lastSuccessAt} /> },
  { heading: 'Last error', cell: (health) => <LastError health={health} /> },
];

/** A rate below one call per second is shown as the time between two calls. */
function rateText(rate: number): string {
  if (rate >= 1) return `${numberText(rate, { maximumFractionDigits: 1 })} a second`;
  const seconds = 1 / rate;
  return seconds < 90 ? `one in ${Math.round(seconds)} s` : `one in ${numberText(seconds / 60, { maximumFractionDigits: 1 })} min`;
}
