import {
  ANALYZE_REFRESH_MS,
  analyzeQueries,
  CREATION_POLL_MS,
  getIndexOverview,
  getIndexStats,
  type IndexOverview,
  type IndexSuggestion,
  indexAdvisorTopic,
  listSuggestions,
  SUGGESTION_TABS,
} from '@stowage/contract/index-advisor/index-advisor';
import { SUGGESTION_STATUSES } from '@stowage/contract/index-advisor/suggestion-statuses';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { RefreshCw, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTopicRefresh } from '../../api/live.ts';
import { queryFor, useCommand, useInvalidate } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { StatCard } from '../../ui/StatCard.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { PageLink } from '../../ui/table/PageLink.tsx';
import { CreationBanner } from './CreationBanner.tsx';
import type { IndexAdvisorAddress } from './index-advisor-address.ts';
import { OpenDialog } from './OpenDialog.tsx';
import { OtherIndexes } from './OtherIndexes.tsx';
import { SourceCard } from './SourceCard.tsx';
import { suggestionColumns } from './suggestion-columns.tsx';

interface IndexAdvisorPageProps extends AddressProps<IndexAdvisorAddress> {
  /** Opens another page. */
  readonly onOpen: (path: string) => void;
}

/** Suggests, creates and measures indexes for slow statements. */
export function IndexAdvisorPage({ address, onAddress, onOpen }: IndexAdvisorPageProps) {
  const list = useQuery({
    ...queryFor(listSuggestions, { query: { status: address.status ?? 'ALL' } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.indexCreationInProgress ? CREATION_POLL_MS : false),
  });
  const isCreating = list.data?.indexCreationInProgress ?? false;
  const stats = useQuery({ ...queryFor(getIndexStats, {}), refetchInterval: isCreating ? CREATION_POLL_MS : false });
  // The last message of an analysis comes before its end.
  const overview = useQuery({
    ...queryFor(getIndexOverview, {}),
    refetchInterval: ({ state }) => (state.data?.isAnalyzing ? CREATION_POLL_MS : false),
  });
  const refresh = useRefresh();
  useTopicRefresh(indexAdvisorTopic, () => void refresh());
  // The end of a creation or an analysis changes everything.
  const isBusy = isCreating || overview.data?.isAnalyzing === true;
  const wasBusy = useRef(isBusy);
  useEffect(() => {
    if (wasBusy.current && !isBusy) void refresh();
    wasBusy.current = isBusy;
  }, [isBusy, refresh]);

  const running = list.data?.currentlyRunningIndex;
  return (
    <div className="grid gap-4">
      <Heading overview={overview.data} onRefresh={refresh} onOpen={onOpen} />
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatCard name="Pending" value={stats.data?.pendingCount} />
        <StatCard name="Completed" value={stats.data?.completedCount} />
        <StatCard name="Failed" value={stats.data?.failedCount} />
        <StatCard name="Ignored" value={stats.data?.ignoredCount} />
      </div>
      {running && <CreationBanner running={running} />}
      {overview.data !== undefined && <SourceCard overview={overview.data} />}
      <div>
        <Tabs
          label="Status"
          current={address.status ?? 'ALL'}
          tabs={SUGGESTION_TABS.map((name) => ({ name, label: name }))}
          onTab={(name) => onAddress({ status: SUGGESTION_STATUSES.find((status) => status === name) })}
        >
          <QueryResult query={list} look="banner" failure={() => 'Failed to fetch index suggestions'} rows={4}>
            {({ suggestions }) => (
              <Card>
                <Suggestions suggestions={suggestions} isCreating={isCreating} onAddress={onAddress} />
              </Card>
            )}
          </QueryResult>
        </Tabs>
      </div>
      {overview.data !== undefined && <OtherIndexes overview={overview.data} />}
      {address.suggestion !== undefined && (
        <OpenDialog
          id={address.suggestion}
          dialog={address.dialog ?? 'details'}
          key={address.suggestion}
          listed={list.data?.suggestions}
          isTabOfAll={address.status === undefined}
          isCreating={isCreating}
          onClose={() => onAddress({ suggestion: undefined, dialog: undefined })}
        />
      )}
    </div>
  );
}

function useRefresh(): () => Promise<void> {
  const invalidate = useInvalidate();
  return async () => void (await Promise.all([listSuggestions, getIndexStats, getIndexOverview].map(invalidate)));
}

interface HeadingProps {
  readonly overview: IndexOverview | undefined;
  readonly onRefresh: () => Promise<void>;
  readonly onOpen: (path: string) => void;
}

function Heading({ overview, onRefresh, onOpen }: HeadingProps) {
  const analyze = useCommand(analyzeQueries);
  // Only a manual refresh disables the button, not a refresh in the background.
  const [isRefreshing, setRefreshing] = useState(false);
  const refreshNow = () => {
    setRefreshing(true);
    void onRefresh().finally(() => setRefreshing(false));
  };
  const ask = () =>
    analyze.mutate(
      {},
      {
        onSuccess: () => {
          toast('good', 'Analysis triggered successfully');
          void onRefresh();
          setTimeout(() => void onRefresh(), ANALYZE_REFRESH_MS);
        },
        onError: () => toast('bad', 'Failed to trigger analysis'),
      },
    );
  const last = overview?.lastAnalysis;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-prose text-muted">
        Suggested indexes for the statements of this database. An analysis runs every night.
        {last && ` Last on ${dateTime24(new Date(last.at))}: ${last.error ?? last.message ?? 'done'}. `}
        {last && (
          <PageLink path={`/jobs?job=${last.id}`} onOpen={onOpen}>
            Show the job
          </PageLink>
        )}
        <span role="status">{overview?.isAnalyzing && ' An analysis is running…'}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button disabled={isRefreshing} onClick={refreshNow}>
          <RefreshCw size={15} aria-hidden /> Refresh
        </Button>
        <Button look="primary" disabled={analyze.isPending} onClick={ask}>
          <Search size={15} aria-hidden /> Analyze Queries
        </Button>
      </div>
    </div>
  );
}

interface SuggestionsProps {
  readonly suggestions: readonly IndexSuggestion[];
  readonly isCreating: boolean;
  readonly onAddress: IndexAdvisorPageProps['onAddress'];
}

function Suggestions({ suggestions, isCreating, onAddress }: SuggestionsProps) {
  if (suggestions.length === 0) return <EmptyState title="No suggestions found" />;
  return (
    <DataTable
      label="Index suggestions"
      columns={suggestionColumns({ isCreating, open: ({ id }, dialog) => onAddress({ suggestion: id, dialog }) })}
      rows={suggestions}
      keyOf={({ id }) => id}
    />
  );
}
