import type { SearchKind } from '@stowage/contract/search/search';
import { useEffect, useEffectEvent, useState } from 'react';
import { toast } from '../../ui/dialog/Toast.tsx';
import { MAX_GAP_MS } from '../../ui/scan/scanner-keys.ts';
import { type Choice, choicesFor, exactOf, namesOf, type Place } from './choice.ts';
import { useAnswer } from './use-answer.ts';

interface Missed {
  readonly code: string;
  readonly hasFailed: boolean;
  /** Kinds that did not answer: it may be one of them. */
  readonly unanswered: readonly SearchKind[];
}

interface Outcome {
  readonly found: Choice | undefined;
  readonly missed: readonly Missed[];
}

interface Options {
  /** What stands in the field, trimmed. */
  readonly text: string;
  readonly places: readonly Place[];
  readonly onOpen: (choice: Choice) => void;
}

const NOTHING: Outcome = { found: undefined, missed: [] };

/**
 * What was submitted, kept apart from what is typed meanwhile: scans that come right after another are worked on in their order.
 * Once no more keys come, the last one that names a record is opened, since what was typed of the next would be lost with the page;
 * one that names nothing is told by name, unless the field's list tells it. While kinds are late and asked again it waits for
 * them, unless another knows the code already.
 */
export function useSubmitted({ text, places, onOpen }: Options): { submit: (code: string) => void; forget: () => void } {
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const [last, setLast] = useState('');
  const [outcome, setOutcome] = useState(NOTHING);
  const [code] = waiting;
  const answer = useAnswer(code);
  const exact = code === undefined || answer.data === undefined ? undefined : exactOf(choicesFor({ text: code, answer: answer.data, places, recent: [] }));
  const isAnswered = code !== undefined && (answer.isError || (answer.data !== undefined && (exact !== undefined || !answer.isUnfinished)));
  const takeFirst = useEffectEvent(() => {
    if (code === undefined) return;
    const missed = exact === undefined ? [{ code, hasFailed: answer.data === undefined, unanswered: answer.data?.late ?? [] }] : [];
    setWaiting((before) => before.slice(1));
    setOutcome((before) => ({ found: exact ?? before.found, missed: [...before.missed, ...missed] }));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same code may wait twice
  useEffect(() => {
    if (isAnswered) takeFirst();
  }, [isAnswered, waiting]);

  const settle = useEffectEvent(() => {
    const { found, missed } = outcome;
    setOutcome(NOTHING);
    for (const miss of missed) if (found !== undefined || miss.code !== text) toast('bad', textOf(miss));
    if (found !== undefined) onOpen(found);
  });
  const isDue = waiting.length === 0 && outcome !== NOTHING && (text === '' || text === last);
  useEffect(() => (isDue ? afterLastKey(settle) : undefined), [isDue]);

  return {
    submit(submitted) {
      setWaiting((before) => [...before, submitted]);
      setLast(submitted);
    },
    forget() {
      setWaiting([]);
      setOutcome(NOTHING);
    },
  };
}

function textOf({ code, hasFailed, unanswered }: Missed): string {
  if (hasFailed) return `The search got no answer for ${code}.`;
  return unanswered.length > 0 ? `Not answered in time for ${code}: ${namesOf(unanswered)}.` : `Nothing here is called ${code}.`;
}

/** Calls once no key came for as long as a scanner pauses. @returns a function that stops */
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
