import type { Endpoint, InputOf, OutputOf } from '@stowage/contract/endpoint';
import { MINUTE_MS } from '@stowage/contract/formats/durations';
import { QueryClient as Client, type QueryClient, queryOptions, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { isChangedMeanwhile, mayPass } from './problem.ts';

const MAX_RETRIES = 3;
/** Doubles with each retry: an error is shown after 3.5 s, which is longer than most restarts of the server. */
const FIRST_RETRY_MS = 500;

export function createQueryClient(): QueryClient {
  return new Client({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // While no component showed the data, none listened to its topic, so the cached data may be outdated.
        refetchOnMount: (query) => (query.getObserversCount() <= 1 ? 'always' : true),
        retry: (count, error) => count < MAX_RETRIES && mayPass(error),
        retryDelay: (count) => FIRST_RETRY_MS * 2 ** count,
      },
      mutations: { retry: false },
    },
  });
}

/** The options with which `useQuery` reads an endpoint. */
export function queryFor<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions({
    queryKey: [endpoint.path, input],
    queryFn: (): Promise<OutputOf<E>> => call(endpoint, input),
  });
}

const REPEAT_MS = 5_000;

/** The options with which `useQuery` repeats a failed read until it succeeds. */
export const repeatsFailed = { refetchInterval: ({ state }: { readonly state: { readonly status: string } }) => state.status === 'error' && REPEAT_MS };

/** The options with which `useQuery` reads photos: their addresses work for an hour at least, and the page may be left open for longer. */
export const renewsPhotos = { refetchInterval: 50 * MINUTE_MS };

/** Begins the keys of what forms edit. */
const EDITED = 'to edit';

/**
 * The options with which a form reads what it edits: once, when it opens, so that a change by somebody else doesn't replace what is
 * typed. Saving against the version that was read is refused then.
 */
export function onceFor<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions({
    // Invalidating the endpoint doesn't reach it.
    queryKey: [EDITED, endpoint.path, input],
    queryFn: (): Promise<OutputOf<E>> => call(endpoint, input),
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  });
}

/** Marks everything read from an endpoint as outdated, for any input. What is on the screen is read again. */
export function useInvalidate(): (endpoint: Endpoint) => Promise<void> {
  const client = useQueryClient();
  return (endpoint) => client.invalidateQueries({ queryKey: [endpoint.path] });
}

/** Marks everything as outdated that was read, except what a form edits. */
export function useInvalidateAll(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== EDITED });
}

/** A call that changes data. @param stale the endpoints to read again after it succeeds, or is refused because somebody else changed the data */
export function useCommand<E extends Endpoint>(endpoint: E, stale: readonly Endpoint[] = []): UseMutationResult<OutputOf<E>, Error, InputOf<E>> {
  const invalidate = useInvalidate();
  const readAgain = () => void Promise.all(stale.map(invalidate));
  return useMutation({
    mutationFn: (input: InputOf<E>) => call(endpoint, input),
    onSuccess: readAgain,
    onError: (error) => isChangedMeanwhile(error) && readAgain(),
  });
}
