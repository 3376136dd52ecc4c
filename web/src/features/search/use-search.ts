import { MAX_SEARCH_LENGTH, search } from '@stowage/contract/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryFor } from '../../api/query.ts';
import { type Choice, type ChoiceGroup, choicesFor, choicesToAdd, type Place } from './choice.ts';
import { useSubmitted } from './use-submitted.ts';

/** Typed text is searched for after this pause; Enter and a scan do at once. */
const PAUSE_MS = 150;
/** Kinds that took too long are asked again, when what they read has come into memory. */
const ASK_AGAIN_MS = 400;
const MAX_ASKED = 3;

interface Options {
  readonly places: readonly Place[];
  readonly recent: readonly Place[];
  readonly onOpen: (choice: Choice) => void;
}

export interface Search {
  readonly text: string;
  readonly groups: readonly ChoiceGroup[];
  /** Nothing is called so; what is listed then adds it. */
  readonly isNothing: boolean;
  /** What is listed is for the text as it stands. */
  readonly isAnswered: boolean;
  readonly hasFailed: boolean;
  readonly setText: (text: string) => void;
  /** Asks at once; opens what the text names, as soon as that is known and no more keys come. */
  readonly submit: (text: string) => void;
}

/** What the typed text means, and what Enter on it does. */
export function useSearch({ places, recent, onOpen }: Options): Search {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const wanted = text.trim().slice(0, MAX_SEARCH_LENGTH);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);

  const answer = useQuery({
    ...queryFor(search, { query: { q: asked } }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.late.length ?? 0) > 0 && state.dataUpdateCount < MAX_ASKED ? ASK_AGAIN_MS : false),
  });
  const isAnswered = asked === wanted && (asked === '' || (answer.data !== undefined && !answer.isPlaceholderData));
  const found = choicesFor({ text: wanted, answer: asked === '' ? undefined : answer.data, places, recent });
  const isNothing = wanted !== '' && isAnswered && found.length === 0;
  const groups = isNothing && !answer.isError ? choicesToAdd(wanted, places) : found;

  const submitted = useSubmitted({ text: wanted, places, onOpen });
  const submit = (code: string) => {
    const trimmed = code.trim().slice(0, MAX_SEARCH_LENGTH);
    setText(code);
    setAsked(trimmed);
    submitted.submit(trimmed);
  };
  const change = (changed: string) => {
    setText(changed);
    // Who empties the field wants none of it any more.
    if (changed === '') submitted.forget();
  };
  return { text, groups, isNothing, isAnswered, hasFailed: answer.isError && asked === wanted, setText: change, submit };
}
