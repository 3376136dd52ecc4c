import { MAX_SEARCH_LENGTH, type SearchKind } from '@stowage/contract/search/search';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { discardIncomplete, useAnswer } from '../../shared/use-answer.ts';
import { type Choice, type ChoiceGroup, choicesFor, choicesOfScans, choicesToAdd, type Place, type RecentPlace } from './choice.ts';
import { useSubmitted } from './use-submitted.ts';

/** The debounce of typed text. Enter and scans search at once. */
const DEBOUNCE_MS = 150;

interface Options {
  readonly places: readonly Place[];
  readonly recent: readonly RecentPlace[];
  readonly onOpen: (choice: Choice) => void;
  /** Called when several quick scans have their results. */
  readonly onScans: (count: number) => void;
}

export interface Search {
  readonly text: string;
  readonly groups: readonly ChoiceGroup[];
  /** There are no results; the list offers to add a product. */
  readonly isNothing: boolean;
  /** The list belongs to the current text. */
  readonly isAnswered: boolean;
  /** Kinds that timed out are being searched again. */
  readonly isUnfinished: boolean;
  /** Kinds that timed out at every attempt. */
  readonly unanswered: readonly SearchKind[];
  readonly hasFailed: boolean;
  /** The list shows this many quick scans, each with its result, instead of the results of the text. */
  readonly scanCount: number;
  readonly setText: (text: string) => void;
  /** Empties the field after a choice was opened. The quick scans stay for the next choice. */
  readonly clear: () => void;
  /** Searches at once and opens the exact match, once it is known and no more keys are pressed. */
  readonly submit: (text: string) => void;
  /** The next search doesn't belong to the quick scans before. */
  readonly separate: () => void;
  /** Opens the record of a scanned code once it is found. @param code undefined for none */
  readonly choose: (code: string | undefined) => void;
}

/** The state of the search field and its results. */
export function useSearch({ places, recent, onOpen, onScans }: Options): Search {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const wanted = text.trim().slice(0, MAX_SEARCH_LENGTH);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);

  const answer = useAnswer(asked, { keepsPrevious: true });
  const isAnswered = asked === wanted && (asked === '' || (answer.data !== undefined && !answer.isPlaceholderData));
  const late = asked !== '' && isAnswered ? (answer.data?.late ?? []) : [];
  const found = choicesFor({ text: wanted, answer: asked === '' ? undefined : answer.data, places, recent });
  // A kind that timed out may have a result.
  const isNothing = wanted !== '' && isAnswered && found.length === 0 && late.length === 0;
  const submitted = useSubmitted({ text: wanted, places, onOpen, onScans });
  const scans = submitted.isCurrent ? choicesOfScans(submitted.scans, places, submitted.chosen) : [];
  const listed = isNothing && !answer.isError ? choicesToAdd(wanted, places) : found;
  // Below the scans, an empty field still offers the recent searches.
  const groups = scans.length > 0 ? [...scans, ...(wanted === '' ? found : [])] : listed;

  const client = useQueryClient();
  const submit = (code: string) => {
    const trimmed = code.trim().slice(0, MAX_SEARCH_LENGTH);
    discardIncomplete(client, trimmed);
    setText(code);
    setAsked(trimmed);
    submitted.submit(trimmed);
  };
  const change = (changed: string) => {
    setText(changed);
    submitted.choose(undefined);
    // Emptying the field cancels the submitted searches.
    if (changed === '') submitted.forget();
  };
  const isUnfinished = late.length > 0 && answer.isUnfinished;
  const hasFailed = answer.isError && asked === wanted;
  return {
    text,
    groups,
    isNothing,
    isAnswered,
    isUnfinished,
    unanswered: isUnfinished ? [] : late,
    hasFailed,
    scanCount: scans.length > 0 ? submitted.scans.length : 0,
    setText: change,
    clear: () => setText(''),
    submit,
    separate: submitted.separate,
    choose: submitted.choose,
  };
}
