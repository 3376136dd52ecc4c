import { type AttentionRow, needsYouNow } from '@stowage/contract/dashboard/dashboard';
import { ATTENTION_KINDS } from '@stowage/contract/dashboard/dashboard-cards';
import { HOUR_MS } from '@stowage/contract/formats/durations';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { queryFor } from '../../api/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { DueIn } from '../../ui/format/DueIn.tsx';
import { dateFormat, hourText } from '../../ui/format/date-time.ts';
import { PageLink } from '../../ui/table/PageLink.tsx';
import { PartResult } from './PartResult.tsx';
import { REFRESH_MS } from './use-fresh-parts.ts';

const SEVERITIES = {
  HIGH: { word: 'Urgent', Icon: TriangleAlert, color: 'text-bad' },
  MEDIUM: { word: 'Soon', Icon: CircleAlert, color: 'text-warn' },
  LOW: { word: 'Low priority', Icon: Info, color: 'text-muted' },
} as const;
const URGENT_MS = 4 * HOUR_MS;

/** The work that needs attention, the most urgent first, with links to it. */
export function AttentionCard({ onOpen }: { onOpen: (path: string) => void }) {
  const query = useQuery({ ...queryFor(needsYouNow, { query: { timeZone: dateFormat().timeZone } }), refetchInterval: REFRESH_MS, retry: false });
  return (
    <Card title="Needs you now">
      <PartResult name="Needs you now" query={query} rows={3} failure="Needs you now could not be loaded">
        {(work) => <Work {...work} query={query} onOpen={onOpen} />}
      </PartResult>
    </Card>
  );
}

interface WorkProps {
  readonly rows: readonly AttentionRow[];
  readonly failed: readonly (keyof typeof ATTENTION_KINDS)[];
  readonly query: { readonly isError: boolean; readonly refetch: () => unknown };
  readonly onOpen: (path: string) => void;
}

function Work({ rows, failed, query, onOpen }: WorkProps) {
  return (
    <>
      {failed.length > 0 && (
        <div className="px-4 pb-3">
          <Banner tone="warn" action={{ label: 'Retry', onClick: () => void query.refetch() }}>
            Not loaded: {failed.map((kind) => ATTENTION_KINDS[kind].label).join(', ')}
          </Banner>
        </div>
      )}
      {!query.isError && rows.length === 0 && failed.length === 0 && (
        <p className="flex items-center gap-2 px-4 pb-4 font-medium text-good">
          <CircleCheck size={18} aria-hidden /> Nothing needs you now
        </p>
      )}
      {rows.length > 0 && (
        <ul aria-label="Needs you now">
          {rows.map((row) => (
            <Row key={row.kind} row={row} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </>
  );
}

function Row({ row, onOpen }: { row: AttentionRow; onOpen: (path: string) => void }) {
  const { severity, text, isCutShort, amount, unknown, asOf, dueAt, action, path } = row;
  const { word, Icon, color } = SEVERITIES[severity];
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-t border-line px-4 py-1.5 sm:grid-cols-[auto_minmax(0,1fr)_9rem_9rem_8rem]">
      <span className={color}>
        <Icon size={18} aria-hidden />
        <span className="sr-only">{word}:</span>
      </span>
      <span className="font-medium">
        {text}
        {isCutShort && <span className="text-muted"> (or more)</span>}
        {asOf !== null && <span className="font-normal text-muted"> as of {hourText(new Date(asOf))}</span>}
      </span>
      <span className="text-right tabular-nums max-sm:col-start-2 max-sm:row-start-2 max-sm:text-left">{riskText(amount, unknown)}</span>
      <span className="max-sm:col-start-2 max-sm:row-start-3">{dueAt !== null && <DueIn moment={new Date(dueAt)} urgentMs={URGENT_MS} />}</span>
      <span className="justify-self-end max-sm:col-start-3 max-sm:row-span-3 max-sm:row-start-1">
        <PageLink
          path={path}
          onOpen={onOpen}
          label={`${action}: ${text}`}
          className="inline-flex min-h-8 items-center justify-center rounded-md border border-edge bg-surface px-2.5 text-[13px] font-medium whitespace-nowrap hover:bg-sunken max-sm:min-h-11"
        >
          {action}
        </PageLink>
      </span>
    </li>
  );
}

/** Unknown amounts are counted instead of shown as 0. */
function riskText(amount: string | null, unknown: number): string {
  const others = unknown === 0 ? '' : `${numberText(unknown)} without an amount`;
  return amount === null ? others : [`${moneyText(amount)} at risk`, others].filter((part) => part !== '').join(', ');
}
