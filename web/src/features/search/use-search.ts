import { MAX_SEARCH_LENGTH, type SearchKind } from '@stowage/contract/search/search';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Choice, type ChoiceGroup, choicesFor, choicesToAdd, type Place, type RecentPlace } from './choice.ts';
import { askAnew, useAnswer } from './use-answer.ts';
import { useSubmitted } from './use-submitted.ts';

/** Typed text is searched for after this pause; Enter and a scan do at once. */
const PAUSE_MS = 150;

interface Options {
  readonly places: readonly Place[];
  readonly recent: readonly RecentPlace[];
  readonly onOpen: (choice: Choice) => void;
}

export interface Search {
  readonly text: string;
  readonly groups: readonly ChoiceGroup[];
  /** Nothing is called so; what is listed then adds it. */
  readonly isNothing: boolean;
  /** What is listed is for the text as it stands. */
  readonly isAnswered: boolean;
  /** Kinds that were late are asked again: more may come. */
  readonly isUnfinished: boolean;
  /** Kinds that did not answer, however often they were asked. */
  readonly unanswered: readonly SearchKind[];
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

  const answer = useAnswer(asked, { keepsPrevious: true });
  const isAnswered = asked === wanted && (asked === '' || (answer.data !== undefined && !answer.isPlaceholderData));
  const late = asked !== '' && isAnswered ? (answer.data?.late ?? []) : [];
  const found = choicesFor({ text: wanted, answer: asked === '' ? undefined : answer.data, places, recent });
  // What is late may be what is meant.
  const isNothing = wanted !== '' && isAnswered && found.length === 0 && late.length === 0;
  const groups = isNothing && !answer.isError ? choicesToAdd(wanted, places) : found;

  const client = useQueryClient();
  const submitted = useSubmitted({ text: wanted, places, onOpen });
  const submit = (code: string) => {
    const trimmed = code.trim().slice(0, MAX_SEARCH_LENGTH);
    askAnew(client, trimmed);
    setText(code);
    setAsked(trimmed);
    submitted.submit(trimmed);
  };
  const change = (changed: string) => {
    setText(changed);
    // Who empties the field wants none of it any more.
    if (changed === '') submitted.forget();
  };
  const isUnfinished = late.length > 0 && answer.isUnfinished;
  const hasFailed = answer.isError && asked === wanted;
  return { text, groups, isNothing, isAnswered, isUnfinished, unanswered: isUnfinished ? [] : late, hasFailed, setText: change, submit };
}
