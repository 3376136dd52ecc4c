import type { OutputOf } from '@stowage/contract/endpoint';
import { type SearchKind, search } from '@stowage/contract/search/search';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { pause } from '../api/pause.ts';
import { queryFor } from '../api/query.ts';

/** Kinds that timed out are searched again, when the database has cached what they read. */
const RETRY_MS = 400;
const MAX_ATTEMPTS = 3;

interface State {
  readonly data: OutputOf<typeof search> | undefined;
  readonly dataUpdateCount: number;
  readonly errorUpdateCount: number;
}

export interface Answer {
  readonly data: OutputOf<typeof search> | undefined;
  readonly isError: boolean;
  readonly isPlaceholderData: boolean;
  /** Some kinds timed out and are being searched again. */
  readonly isUnfinished: boolean;
}

interface Options {
  readonly keepsPrevious?: boolean;
  /** The only kind to search; all by default. */
  readonly kind?: SearchKind | undefined;
}

/** Searches a text on the server. @param text the search is disabled while it is undefined or empty */
export function useAnswer(text: string | undefined, { keepsPrevious = false, kind }: Options = {}): Answer {
  const client = useQueryClient();
  const query = queryOf(text ?? '', kind);
  const { data, isError, isPlaceholderData } = useQuery({
    ...query,
    enabled: text !== undefined && text !== '',
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    refetchInterval: ({ state }) => (isUnfinished(state) ? RETRY_MS : false),
    // Also renders after an identical answer, because it may have been the last attempt.
    notifyOnChangeProps: 'all',
  });
  const state = client.getQueryState(query.queryKey);
  return { data, isError, isPlaceholderData, isUnfinished: !isPlaceholderData && isUnfinished(state) };
}

/**
 * Searches a text once, and again while kinds time out.
 * @param isEnough whether an answer needs no further kinds
 * @returns undefined when the search failed
 */
export async function answerTo(client: QueryClient, text: string, isEnough: (answer: OutputOf<typeof search>) => boolean): Promise<Answer['data']> {
  const query = queryOf(text);
  try {
    let answer = await client.fetchQuery(query);
    while (!isEnough(answer) && isUnfinished(client.getQueryState(query.queryKey))) {
      await pause(RETRY_MS);
      // The field may have searched it again just now.
      answer = await client.fetchQuery({ ...query, staleTime: RETRY_MS / 2 });
    }
    return answer;
  } catch {
    return undefined;
  }
}

/** Discards an answer that is incomplete or empty, because the record may exist by now. */
export function discardIncomplete(client: QueryClient, text: string): void {
  const { queryKey } = queryOf(text);
  const state = client.getQueryState(queryKey);
  const foundNothing = state?.data?.groups.length === 0;
  if ((isLate(state) || foundNothing) && !isUnfinished(state)) void client.resetQueries({ queryKey, exact: true });
}

function queryOf(text: string, kind?: SearchKind) {
  return queryFor(search, { query: { q: text, ...(kind !== undefined && { types: kind }) } });
}

function isLate(state: State | undefined): boolean {
  return (state?.data?.late.length ?? 0) > 0;
}

function isUnfinished(state: State | undefined): boolean {
  return state !== undefined && isLate(state) && state.dataUpdateCount + state.errorUpdateCount < MAX_ATTEMPTS;
}
