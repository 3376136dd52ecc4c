import { useEffect, useEffectEvent, useState } from 'react';
import { playTone } from '../../../ui/scan/sounds.ts';
import type { Heard } from './use-verification.ts';

interface HeardScans {
  /** What waits to be taken, in its order. */
  readonly heard: readonly Heard[];
  readonly hear: (code: string) => void;
  /** The first of them was taken. */
  readonly onHeardTaken: () => void;
  /** What nobody took, the newest first. */
  readonly refused: readonly string[];
}

const SHOWN_REFUSALS = 4;

/**
 * What is scanned for an order, before it is there too: each code is taken by what the order asks for, or refused by name.
 * @param isTaken there is something that takes it, or it is not known yet
 * @param onElsewhere takes what the order has no use for
 */
export function useHeard(isTaken: boolean, onElsewhere?: (code: string) => void): HeardScans {
  const [heard, setHeard] = useState<readonly Heard[]>([]);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const refuse = (code: string) => {
    playTone('error');
    setRefused((before) => [code, ...before.filter((other) => other !== code)].slice(0, SHOWN_REFUSALS));
  };
  const drain = useEffectEvent((codes: readonly Heard[]) => {
    setHeard((now) => now.slice(codes.length));
    for (const { code } of codes) (onElsewhere ?? refuse)(code);
  });
  useEffect(() => {
    if (!isTaken && heard.length > 0) drain(heard);
  }, [isTaken, heard]);
  return {
    heard,
    hear: (code) => setHeard((before) => [...before, { code, at: Date.now() }]),
    onHeardTaken: () => setHeard((before) => before.slice(1)),
    refused,
  };
}
