import { findReturn, getReturnTrackingData, listPackages } from '@stowage/contract/returns/packages';
import { RETURN_MESSAGES, returnsTopic } from '@stowage/contract/returns/returns';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTopic } from '../../../api/live.ts';
import { RefusedError } from '../../../api/problem.ts';
import { queryFor, useInvalidate } from '../../../api/query.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { playTone } from '../../../ui/scan/sounds.ts';

/** The imports of a new installation bring the first packages within a minute. */
const LOOK_AGAIN_MS = 5_000;

/** The packages that arrived or were shipped last. */
export function usePackages() {
  return useQuery({ ...queryFor(listPackages, {}), refetchInterval: ({ state }) => state.data?.data.length === 0 && LOOK_AGAIN_MS });
}

/** What is known of a scanned code, kept current while others work on the same box. */
export function useLookup(code: string | undefined, onSignedOut: () => void) {
  const enabled = code !== undefined;
  const lines = useQuery({ ...queryFor(getReturnTrackingData, { body: { trackingId: code ?? '' } }), enabled, retry: false });
  const found = useQuery({ ...queryFor(findReturn, { query: { code: code ?? '' } }), enabled, retry: false });

  const invalidate = useInvalidate();
  const refresh = () => void Promise.all([getReturnTrackingData, findReturn, listPackages].map(invalidate));
  useTopic(returnsTopic, { onMessage: refresh, onReconnect: refresh });

  const isSettled = enabled && !lines.isFetching && !found.isFetching;
  const isKnown = (lines.data?.length ?? 0) > 0 || (found.data?.customer_returns.length ?? 0) > 0;
  const isMissing = isSettled && (lines.isError || !isKnown);

  const signedOut = useEffectEvent(() => {
    toast('bad', RETURN_MESSAGES.sessionExpired);
    onSignedOut();
  });
  const isSignedOut = lines.error instanceof RefusedError && lines.error.status === 401;
  useEffect(() => {
    if (isSignedOut) signedOut();
  }, [isSignedOut]);

  // Only what somebody asked for sounds, and once.
  const asked = useRef(false);
  useEffect(() => {
    if (!isSettled || !asked.current) return;
    asked.current = false;
    playTone(isMissing ? 'error' : 'success');
  }, [isSettled, isMissing]);
  const ask = () => {
    asked.current = true;
  };
  return { lines, found, isMissing, isLoading: enabled && !isSettled && !isKnown, refresh, ask };
}
