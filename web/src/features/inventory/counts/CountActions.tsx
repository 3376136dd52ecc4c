import type { Endpoint } from '@stowage/contract/endpoint';
import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { releaseCount, submitCount } from '@stowage/contract/inventory/count-entry';
import { listCountLines, postCount, reviewCount } from '@stowage/contract/inventory/count-review';
import { type CountSession, cancelCount, getCount, listCounts } from '@stowage/contract/inventory/counts';
import { useEffect, useRef, useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { RecountDialog } from './RecountDialog.tsx';
import { useUncountedScans } from './use-uncounted-scans.ts';

interface CountActionsProps {
  readonly count: CountSession;
  readonly isCounting: boolean;
  readonly mayApprove: boolean;
  readonly onPaused: () => void;
}

const STALE: readonly Endpoint[] = [getCount, listCountLines, listCounts];

/** The commands that change a count's state, with a confirmation for those that can't be undone. */
export function CountActions({ count, isCounting, mayApprove, onPaused }: CountActionsProps) {
  const [confirming, setConfirming] = useState<'submit' | 'post' | 'cancel'>();
  const [isRecounting, setRecounting] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const shownState = useRef(count.state);
  const close = () => setConfirming(undefined);
  const commands = useCommands({ count, onEnd: close, onPaused });
  const { state, lists, differences } = count;
  const mayPost = differences !== null && differences.without_cause === 0 && differences.unseen_moves === 0 && (mayApprove || !differences.needs_approval);
  const isOpen = state !== 'POSTED' && state !== 'CANCELED';
  const uncounted = useUncountedScans(count.id).scans.length;
  const submit = () => {
    if (uncounted > 0) commands.refuse(whyNotSubmitted(uncounted));
    else if (lists.uncounted > 0) setConfirming('submit');
    else commands.submit();
  };
  // The pressed button disappears with the state.
  useEffect(() => {
    const isChanged = shownState.current !== state;
    shownState.current = state;
    if (document.activeElement !== document.body) return;
    const button = bar.current?.querySelector<HTMLElement>('button:not(:disabled)');
    // A count that was opened without any command to give takes no focus.
    if (button) button.focus();
    else if (isChanged) bar.current?.focus();
  }, [state]);

  return (
    <div ref={bar} role="group" aria-label="Actions" tabIndex={-1} className="flex flex-wrap items-center gap-2">
      {isCounting && (
        <>
          <Button look="primary" onClick={submit}>
            Submit count
          </Button>
          <Button onClick={commands.pause}>Pause</Button>
        </>
      )}
      {state === 'SUBMITTED' && (
        <Button look="primary" autoFocus onClick={commands.review}>
          Review
        </Button>
      )}
      {state === 'REVIEW' && (
        <Button look="primary" disabled={!mayPost} onClick={() => setConfirming('post')}>
          Post count
        </Button>
      )}
      {(state === 'SUBMITTED' || state === 'REVIEW') && lists.differences > 0 && <Button onClick={() => setRecounting(true)}>Recount by another person</Button>}
      {isOpen && (
        <Button look="quiet" onClick={() => setConfirming('cancel')}>
          Cancel count
        </Button>
      )}
      {state === 'REVIEW' && !mayPost && <p className="text-muted">{whyNotPosted(count)}</p>}
      {commands.problem !== undefined && (
        <p role="alert" className="basis-full font-medium text-bad">
          {commands.problem}
        </p>
      )}
      {isRecounting && (
        <RecountDialog count={count} stale={STALE} onClose={() => setRecounting(false)} returnFocusTo={() => bar.current?.querySelector('button') ?? null} />
      )}
      <ConfirmDialog
        open={confirming !== undefined}
        {...questionOf(confirming ?? 'post', count)}
        isDangerous={confirming === 'cancel'}
        isBusy={commands.isBusy}
        onConfirm={() => confirming !== undefined && commands[confirming]()}
        onClose={close}
        returnFocusTo={() => bar.current?.querySelector('button') ?? null}
      />
    </div>
  );
}

function useCommands({ count, onEnd, onPaused }: { count: CountSession; onEnd: () => void; onPaused: () => void }) {
  const submit = useCommand(submitCount, STALE);
  const review = useCommand(reviewCount, STALE);
  const post = useCommand(postCount, STALE);
  const cancel = useCommand(cancelCount, STALE);
  const release = useCommand(releaseCount, STALE);
  const [problem, setProblem] = useState<string>();
  const input = { params: { id: count.id } };
  const callbacks = (text?: string, onSuccess?: () => void) => ({
    onSuccess: () => {
      setProblem(undefined);
      onSuccess?.();
      if (text !== undefined) toast('good', text);
    },
    onError: (error: Error) => setProblem(error.message),
    onSettled: onEnd,
  });
  return {
    problem,
    refuse: setProblem,
    isBusy: [submit, review, post, cancel].some(({ isPending }) => isPending),
    submit: () => submit.mutate({ ...input, body: { isRestMissing: true } }, callbacks('Count submitted')),
    pause: () => release.mutate({ ...input, body: {} }, callbacks('Count paused. Anyone can continue it.', onPaused)),
    review: () => review.mutate(input, callbacks()),
    post: () => post.mutate(input, callbacks('Count posted')),
    cancel: () => cancel.mutate(input, callbacks('Count canceled')),
  };
}

function whyNotSubmitted(uncounted: number): string {
  const scans = counted(uncounted, 'scan is', 'scans are');
  return `${scans} not counted yet. Answer, retry or dismiss each in the list of scans first.`;
}

function whyNotPosted({ differences }: CountSession): string {
  if (differences === null) return '';
  if (differences.without_cause > 0) return 'Every difference needs a root cause.';
  return differences.unseen_moves > 0 ? 'Stock moved during the count. Accept the differences of the marked lines.' : 'An administrator must post it.';
}

function questionOf(act: 'submit' | 'post' | 'cancel', { id, lists, differences }: CountSession) {
  if (act === 'submit') {
    const rest = counted(lists.uncounted, 'line is', 'lines are');
    return { title: 'Submit count', question: `${rest} not counted yet and will be counted as zero.`, confirmLabel: 'Submit' };
  }
  if (act === 'cancel') return { title: 'Cancel count', question: `Count ${id} ends and no stock changes.`, confirmLabel: 'Cancel count' };
  const { missing = 0, surplus = 0 } = differences ?? {};
  return {
    title: 'Post count',
    question: `${numberText(missing)} missing and ${numberText(surplus)} surplus units will be corrected in the stock.`,
    confirmLabel: 'Post',
  };
}
