import type { Endpoint, InputOf, OutputOf } from '@stowage/contract/endpoint';
import { QueryClient as Client, type QueryClient, queryOptions, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { mayPass } from './problem.ts';

const MAX_RETRIES = 3;

export function createQueryClient(): QueryClient {
  return new Client({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // While nobody showed it nobody heard its topic either: what is kept of it may be of before.
        refetchOnMount: (query) => (query.getObserversCount() <= 1 ? 'always' : true),
        retry: (count, error) => count < MAX_RETRIES && mayPass(error),
      },
      mutations: { retry: false },
    },
  });
}

/** What `useQuery` takes to read an endpoint. */
export function queryFor<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions({
    queryKey: [endpoint.path, input],
    queryFn: (): Promise<OutputOf<E>> => call(endpoint, input),
  });
}

/** Forgets what was read from an endpoint, whatever the input; what is on the screen is read again. */
export function useInvalidate(): (endpoint: Endpoint) => Promise<void> {
  const client = useQueryClient();
  return (endpoint) => client.invalidateQueries({ queryKey: [endpoint.path] });
}

/** A call that changes something. @param stale what must be read again when it succeeded */
export function useCommand<E extends Endpoint>(endpoint: E, stale: readonly Endpoint[] = []): UseMutationResult<OutputOf<E>, Error, InputOf<E>> {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (input: InputOf<E>) => call(endpoint, input),
    onSuccess: () => void Promise.all(stale.map(invalidate)),
  });
}
