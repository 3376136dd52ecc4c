import type { Endpoint, InputOf, OutputOf } from '@stowage/contract/endpoint';
import type { Topic } from '@stowage/contract/topic';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import { useTopic } from './live.ts';
import { queryFor, type renewsPhotos, type repeatsFailed, useInvalidate } from './query.ts';
import { useThrottled } from './use-throttled.ts';

interface LiveQueryOptions<P extends z.ZodType> {
  /** Messages on this topic make the query read again. */
  readonly topic?: Topic<P>;
  /** Whether a message concerns what is read; every message does when absent. */
  readonly isAbout?: (message: z.output<P>) => boolean;
  /** Messages in quick succession make the query read again at most once in this time. */
  readonly throttleMs?: number;
  readonly enabled?: boolean;
  readonly retry?: false;
  readonly refetchInterval?: (typeof repeatsFailed | typeof renewsPhotos)['refetchInterval'];
}

/** Reads an endpoint, and reads it again when its topic has a message or the live connection had a gap. */
export function useLiveQuery<E extends Endpoint, P extends z.ZodType>(
  endpoint: E,
  input: InputOf<E>,
  options: LiveQueryOptions<P> = {},
): UseQueryResult<OutputOf<E>> {
  return useQueryOnTopic(endpoint, input, options, false);
}

/** As `useLiveQuery`; shows the previous page (`isPlaceholderData`) while another page or filter loads. */
export function useListQuery<E extends Endpoint, P extends z.ZodType>(
  endpoint: E,
  input: InputOf<E>,
  options: LiveQueryOptions<P> = {},
): UseQueryResult<OutputOf<E>> {
  return useQueryOnTopic(endpoint, input, options, true);
}

function useQueryOnTopic<E extends Endpoint, P extends z.ZodType>(endpoint: E, input: InputOf<E>, options: LiveQueryOptions<P>, isList: boolean) {
  const { topic, isAbout = () => true, throttleMs = 0, ...rest } = options;
  const invalidate = useInvalidate();
  const refresh = useThrottled(() => void invalidate(endpoint), throttleMs);
  useTopic(topic, { onMessage: (message) => isAbout(message) && refresh(), onReconnect: refresh });
  return useQuery({ ...queryFor(endpoint, input), ...(isList && { placeholderData: keepPreviousData }), ...rest });
}
