import { findReturn, getReturnTrackingData, listPackages } from '@stowage/contract/returns/packages';
import { RETURN_MESSAGES, returnsTopic } from '@stowage/contract/returns/returns';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTopicRefresh } from '../../../api/live.ts';
import { RefusedError } from '../../../api/problem.ts';
import { queryFor, useInvalidate } from '../../../api/query.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { playTone } from '../../../ui/scan/sounds.ts';

/** In a new installation the first import takes about a minute. */
const EMPTY_REFETCH_MS = 5_000;

/** The packages that arrived or were shipped last. */
export function usePackages() {
  return useQuery({ ...queryFor(listPackages, {}), refetchInterval: ({ state }) => state.data?.data.length === 0 && EMPTY_REFETCH_MS });
}

/** The look-up of a scanned code, reloaded while other people work on the same package. */
export function useLookup(code: string | undefined, onSignedOut: () => void) {
  const enabled = code !== undefined;
  const lines = useQuery({ ...queryFor(getReturnTrackingData, { body: { trackingId: code ?? '' } }), enabled, retry: false });
  const found = useQuery({ ...queryFor(findReturn, { query: { code: code ?? '' } }), enabled, retry: false });

  const invalidate = useInvalidate();
  const refresh = () => void Promise.all([getReturnTrackingData, findReturn, listPackages].map(invalidate));
  useTopicRefresh(returnsTopic, refresh);

  const isSettled = enabled && !lines.isFetching && !found.isFetching;
  const isKnown = (lines.data?.length ?? 0) > 0 || (found.data?.customer_returns.length ?? 0) > 0;
  // What is on the screen stays when it can't be read again.
  const hasNoLines = lines.isError && lines.data === undefined;
  const isMissing = isSettled && (hasNoLines || !isKnown);

  const signedOut = useEffectEvent(() => {
    toast('bad', RETURN_MESSAGES.sessionExpired);
    onSignedOut();
  });
  const isSignedOut = lines.error instanceof RefusedError && lines.error.status === 401;
  const problem = isSignedOut ? null : (lines.error ?? found.error);
  useEffect(() => {
    if (isSignedOut) signedOut();
  }, [isSignedOut]);

  // Only a look-up that a person started plays a sound, once.
  const asked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another code can be settled already, like the one before
  useEffect(() => {
    if (!isSettled || !asked.current) return;
    asked.current = false;
    playTone(isMissing || lines.isError ? 'error' : 'success');
  }, [code, isSettled, isMissing]);
  const ask = () => {
    asked.current = true;
  };
  return { lines, found, problem, isMissing, isLoading: enabled && !isSettled && !isKnown, refresh, ask };
}
