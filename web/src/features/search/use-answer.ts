import type { OutputOf } from '@stowage/contract/endpoint';
import { search } from '@stowage/contract/search/search';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryFor } from '../../api/query.ts';

/** Kinds that took too long are asked again, when what they read has come into memory. */
const ASK_AGAIN_MS = 400;
const MAX_ASKED = 3;

interface State {
  readonly data: OutputOf<typeof search> | undefined;
  readonly dataUpdateCount: number;
  readonly errorUpdateCount: number;
}

export interface Answer {
  readonly data: OutputOf<typeof search> | undefined;
  readonly isError: boolean;
  readonly isPlaceholderData: boolean;
  /** Some kinds were late, and are asked again. */
  readonly isUnfinished: boolean;
}

/** What the server finds under a text. @param text undefined or empty: nothing is asked */
export function useAnswer(text: string | undefined, { keepsPrevious = false } = {}): Answer {
  const client = useQueryClient();
  const query = questionOf(text ?? '');
  const { data, isError, isPlaceholderData } = useQuery({
    ...query,
    enabled: text !== undefined && text !== '',
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    refetchInterval: ({ state }) => (isUnfinished(state) ? ASK_AGAIN_MS : false),
    // Also when the same answer comes again: it may have been the last.
    notifyOnChangeProps: 'all',
  });
  const state = client.getQueryState(query.queryKey);
  return { data, isError, isPlaceholderData, isUnfinished: !isPlaceholderData && isUnfinished(state) };
}

/** Forgets an answer that kinds are missing from for good, or that found nothing: it may be there by now. */
export function askAnew(client: QueryClient, text: string): void {
  const { queryKey } = questionOf(text);
  const state = client.getQueryState(queryKey);
  const foundNothing = state?.data?.groups.length === 0;
  if ((isLate(state) || foundNothing) && !isUnfinished(state)) void client.resetQueries({ queryKey, exact: true });
}

function questionOf(text: string) {
  return queryFor(search, { query: { q: text } });
}

function isLate(state: State | undefined): boolean {
  return (state?.data?.late.length ?? 0) > 0;
}

function isUnfinished(state: State | undefined): boolean {
  return state !== undefined && isLate(state) && state.dataUpdateCount + state.errorUpdateCount < MAX_ASKED;
}
