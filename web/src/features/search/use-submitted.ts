import type { SearchKind } from '@stowage/contract/search/search';
import { useEffect, useEffectEvent, useState } from 'react';
import { useAnswer } from '../../shared/use-answer.ts';
import { toast } from '../../ui/dialog/Toast.tsx';
import { MAX_GAP_MS } from '../../ui/scan/scanner-keys.ts';
import { type Choice, choicesFor, exactOf, namesOf, type Place } from './choice.ts';

interface Missed {
  readonly code: string;
  readonly hasFailed: boolean;
  /** Kinds that timed out. */
  readonly unanswered: readonly SearchKind[];
}

interface Outcome {
  readonly found: Choice | undefined;
  readonly missed: readonly Missed[];
}

interface Options {
  /** The trimmed text of the field. */
  readonly text: string;
  readonly places: readonly Place[];
  readonly onOpen: (choice: Choice) => void;
}

const NO_OUTCOME: Outcome = { found: undefined, missed: [] };

/**
 * A queue of submitted searches, independent of the text in the field, so that fast scans are handled in order. Once no more
 * keys are pressed, it opens the last search with an exact match, because opening a page earlier would lose the next input.
 * Searches without a match are reported, unless the list already shows that. A search waits for kinds that timed out and are
 * retried, unless another kind has an exact match.
 */
export function useSubmitted({ text, places, onOpen }: Options): { submit: (code: string) => void; forget: () => void } {
  const [queue, setQueue] = useState<readonly string[]>([]);
  const [last, setLast] = useState('');
  const [outcome, setOutcome] = useState(NO_OUTCOME);
  const [code] = queue;
  const answer = useAnswer(code);
  const exact = code === undefined || answer.data === undefined ? undefined : exactOf(choicesFor({ text: code, answer: answer.data, places, recent: [] }));
  const isAnswered = code !== undefined && (answer.isError || (answer.data !== undefined && (exact !== undefined || !answer.isUnfinished)));
  const takeFirst = useEffectEvent(() => {
    if (code === undefined) return;
    const missed = exact === undefined ? [{ code, hasFailed: answer.data === undefined, unanswered: answer.data?.late ?? [] }] : [];
    setQueue((before) => before.slice(1));
    setOutcome((before) => ({ found: exact ?? before.found, missed: [...before.missed, ...missed] }));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same code may be queued twice
  useEffect(() => {
    if (isAnswered) takeFirst();
  }, [isAnswered, queue]);

  const settle = useEffectEvent(() => {
    const { found, missed } = outcome;
    setOutcome(NO_OUTCOME);
    for (const miss of missed) if (found !== undefined || miss.code !== text) toast('bad', textOf(miss));
    if (found !== undefined) onOpen(found);
  });
  const isDue = queue.length === 0 && outcome !== NO_OUTCOME && (text === '' || text === last);
  useEffect(() => (isDue ? afterLastKey(settle) : undefined), [isDue]);

  return {
    submit(submitted) {
      setQueue((before) => [...before, submitted]);
      setLast(submitted);
    },
    forget() {
      setQueue([]);
      setOutcome(NO_OUTCOME);
    },
  };
}

function textOf({ code, hasFailed, unanswered }: Missed): string {
  if (hasFailed) return `The search for ${code} failed.`;
  return unanswered.length > 0 ? `The search for ${code} timed out: ${namesOf(unanswered)}.` : `No results for ${code}.`;
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
