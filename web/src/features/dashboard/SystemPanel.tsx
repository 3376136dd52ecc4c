import { type SystemState, systemState } from '@stowage/contract/dashboard/dashboard';
import { DAY_MS } from '@stowage/contract/formats/durations';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryFor } from '../../api/query.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { dateTime24, localDay } from '../../ui/format/date-time.ts';
import { PageLink } from '../../ui/table/PageLink.tsx';
import { backupFacts } from './backup-facts.ts';
import { PartResult } from './PartResult.tsx';
import { REFRESH_MS } from './use-fresh-parts.ts';

const MEGABYTE = 1024 * 1024;

/** The state of the installation. */
export function SystemPanel({ onOpen }: { onOpen: (path: string) => void }) {
  const query = useQuery({ ...queryFor(systemState, {}), refetchInterval: REFRESH_MS, retry: false });
  return (
    <Card title="System">
      <PartResult name="System" query={query} rows={6} failure="The state of the system could not be loaded">
        {(state) => (
          <dl className="grid gap-x-6 border-t border-line px-4 py-2 sm:grid-cols-2">
            {factsOf(state).map(({ name, text, path, tone }) => (
              <div key={name} className="flex min-h-9 flex-wrap items-center justify-between gap-x-4">
                <dt className="text-muted">{name}</dt>
                <dd className="text-right">
                  {path === undefined ? (
                    text
                  ) : (
                    <PageLink path={path} onOpen={onOpen}>
                      {text}
                    </PageLink>
                  )}
                  {tone !== undefined && <Badge tone={tone}>{tone === 'bad' ? 'Act' : 'Watch'}</Badge>}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </PartResult>
    </Card>
  );
}

interface Fact {
  readonly name: string;
  readonly text: ReactNode;
  readonly path?: string;
  readonly tone?: 'warn' | 'bad' | undefined;
}

/** Returns the viewer's day 24 hours ago, for the filter of the audit log. */
function yesterday(): string {
  return localDay(new Date(Date.now() - DAY_MS));
}

function factsOf(state: SystemState): Fact[] {
  const { lastSync, callsP95Ms, calls } = state;
  const number = (value: number) => numberText(value);
  return [
    { name: 'Running or waiting jobs', text: number(state.runningJobs), path: '/jobs?state=UNDER_WAY' },
    { name: 'Queued jobs', text: number(state.queuedJobs), path: '/jobs?state=QUEUED' },
    { name: 'Failed jobs, 24 h', text: number(state.failedJobs), path: '/jobs?state=FAILED', tone: state.failedJobs > 0 ? 'warn' : undefined },
    { name: 'Tasks without a worker', text: number(state.queued) },
    lastSync === null
      ? { name: 'Last sync', text: 'None yet', path: '/admin/settings' }
      : { name: 'Last sync', text: dateTime24(new Date(lastSync.at)), path: '/feed-status', tone: lastSync.hasError ? 'bad' : undefined },
    {
      name: 'Out of sync after it',
      text: lastSync === null || lastSync.reread === 0 ? 'No SKUs were read again' : `${number(lastSync.drift)} of ${number(lastSync.reread)} SKUs read again`,
      tone: lastSync !== null && lastSync.drift > 0 ? 'warn' : undefined,
    },
    { name: 'API p95, 15 min', text: callsP95Ms === null ? 'No calls yet' : `${callsP95Ms.toFixed(1)} ms of ${number(calls)} calls` },
    { name: 'Database size', text: `${number(Math.round(state.databaseBytes / MEGABYTE))} MB` },
    { name: 'Pending index suggestions', text: number(state.pendingSuggestions), path: '/index-advisor?status=PENDING' },
    { name: 'Failed sign-ins, 24 h', text: number(state.failedSignIns), path: `/audit-log?kind=sessions&action=SIGN_IN_FAILED&from=${yesterday()}` },
    ...backupFacts(state.backup, Date.now()),
  ];
}
