import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Answer, answerTo } from '../../shared/use-answer.ts';
import { lastKeyAt } from '../../ui/scan/scan-strokes.ts';
import { MAX_GAP_MS } from '../../ui/scan/scanner-keys.ts';
import { type Choice, choicesFor, exactOf, NO_RESULTS, namesOf, type Place } from './choice.ts';

/** Codes that follow each other within this time, or before the result, are scanned before a person could look at it. */
const QUICK_MS = 2_000;

/** The result of one submitted search. */
interface Submitted {
  readonly code: string;
  /** The exact match. */
  readonly found: Choice | undefined;
  /** Why there is none; undefined while the search goes on, or with a match. */
  readonly problem: string | undefined;
}

interface Options {
  /** The trimmed text of the field. */
  readonly text: string;
  readonly places: readonly Place[];
  readonly onOpen: (choice: Choice) => void;
  /** Called when several quick scans have their results. */
  readonly onScans: (count: number) => void;
}

interface SubmittedSearches {
  /** The codes that were scanned quickly one after the other, newest first; empty for a single one. They stay until the next search. */
  readonly scans: readonly Submitted[];
  /** The field shows the last of these searches, and not a text that was typed since. */
  readonly isCurrent: boolean;
  /** The code whose record opens once it is found. */
  readonly chosen: string | undefined;
  /** Opens the record of one of several scans once it is found. @param code undefined for none */
  readonly choose: (code: string | undefined) => void;
  readonly submit: (code: string) => void;
  /** Discards the searches and their results. */
  readonly forget: () => void;
  /** The next search doesn't belong to those before. */
  readonly separate: () => void;
}

/**
 * The submitted searches, independent of the text in the field, so that none of several fast scans is lost. Once no more keys are
 * pressed, it opens the exact match of a single search. Of several quick ones it opens none, because only the last page would be
 * seen: each stays in `scans` with its result. A search waits for kinds that timed out and are retried, unless another kind has an
 * exact match.
 */
export function useSubmitted({ text, places, onOpen, onScans }: Options): SubmittedSearches {
  const client = useQueryClient();
  const [batch, setBatch] = useState<readonly Submitted[]>([]);
  const [isSettled, setSettled] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  const isWaiting = batch.some(({ found, problem }) => found === undefined && problem === undefined);
  // Not in effects: React stops a page on which fifty keys in a row each have an effect that sets a state.
  const resultOf = async (code: string): Promise<Submitted> => {
    const exactIn = (answer: Answer['data']) => answer && exactOf(choicesFor({ text: code, answer, places, recent: [] }));
    const answer = await answerTo(client, code, (found) => exactIn(found) !== undefined);
    const found = exactIn(answer);
    return { code, found, problem: found === undefined ? problemOf(answer) : undefined };
  };
  const settle = useEffectEvent(() => {
    const [only] = batch;
    setSettled(true);
    if (batch.length > 1) onScans(batch.length);
    else if (only?.found !== undefined) onOpen(only.found);
  });
  const isChosenFound = batch.some((one) => one.code === chosen && one.found !== undefined);
  const openChosen = useEffectEvent(() => {
    const found = batch.find((one) => one.code === chosen)?.found;
    setChosen(undefined);
    if (found !== undefined) onOpen(found);
  });
  useEffect(() => {
    if (isChosenFound) openChosen();
  }, [isChosenFound]);
  const isCurrent = text === '' || text === batch[0]?.code;
  const isDue = !isWaiting && batch.length > 0 && !isSettled && isCurrent;
  useEffect(() => (isDue ? afterLastKey(settle) : undefined), [isDue]);

  return {
    scans: batch.length > 1 ? batch : [],
    isCurrent,
    chosen,
    choose: setChosen,
    submit(submitted) {
      // A busy machine delivers keys late, so that only their own times show how quickly they were scanned.
      const now = lastKeyAt();
      const isQuick = now - lastAt.current <= QUICK_MS || isWaiting;
      lastAt.current = now;
      setSettled(false);
      setChosen(undefined);
      setBatch((before) => [{ code: submitted, found: undefined, problem: undefined }, ...(isQuick ? before.filter((one) => one.code !== submitted) : [])]);
      void resultOf(submitted).then((result) => setBatch((before) => before.map((one) => (one.code === submitted ? result : one))));
    },
    forget() {
      setChosen(undefined);
      setBatch([]);
    },
    separate() {
      lastAt.current = Number.NEGATIVE_INFINITY;
    },
  };
}

function problemOf(answer: Answer['data']): string {
  if (answer === undefined) return 'The search failed.';
  return answer.late.length > 0 ? `Timed out: ${namesOf(answer.late)}.` : NO_RESULTS;
}

/** Calls back when no key was pressed for longer than a scanner pauses. @returns a function that cancels it */
function afterLastKey(call: () => void): () => void {
  let timer = setTimeout(call, MAX_GAP_MS);
  const onKey = () => {
    clearTimeout(timer);
    timer = setTimeout(call, MAX_GAP_MS);
  };
  window.addEventListener('keydown', onKey, { capture: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', onKey, { capture: true });
  };
}
