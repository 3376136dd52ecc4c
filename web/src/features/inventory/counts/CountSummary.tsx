import { counted } from '@stowage/contract/formats/text/counted';
import { dollars } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { releaseCount } from '@stowage/contract/inventory/count-entry';
import { APPROVAL_DOLLARS, APPROVAL_UNITS, listCountLines } from '@stowage/contract/inventory/count-review';
import { type CountSession, getCount } from '@stowage/contract/inventory/counts';
import { ArrowLeft, ScanBarcode } from 'lucide-react';
import { useCommand } from '../../../api/query.ts';
import { useMay } from '../../../api/session.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { ErrorText } from '../../../ui/ErrorText.tsx';
import { type Fact, Facts } from '../../../ui/Facts.tsx';
import { Day } from '../../../ui/format/Day.tsx';
import { CountActions } from './CountActions.tsx';
import { accuracyText, CountStateBadge, isCountable, otherCounter, placesText } from './count-names.tsx';
import type { CountHold } from './use-count-hold.ts';

interface CountSummaryProps {
  readonly count: CountSession;
  readonly hold: CountHold;
  readonly isCounting: boolean;
  readonly userId: number;
  readonly onLeave: () => void;
}

/** The facts of a count and its commands. */
export function CountSummary({ count, hold, isCounting, userId, onLeave }: CountSummaryProps) {
  const mayApprove = useMay('stock.approve');
  const counter = otherCounter(count, userId);
  return (
    <Card
      title={`Count ${count.id}: ${placesText(count)}`}
      aside={
        <Button size="small" look="quiet" onClick={onLeave}>
          <ArrowLeft size={16} aria-hidden /> All counts
        </Button>
      }
    >
      <div className="grid gap-4 px-4 pb-4">
        <Facts facts={factsOf(count)} isStacked className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-3 xl:grid-cols-6" valueClass="font-medium" />
        {count.moved_lines > 0 && count.state !== 'POSTED' && count.state !== 'CANCELED' && (
          <Banner tone="warn">
            Stock of {counted(count.moved_lines, 'line')} moved since the count started. Differences already include the movements before a line was counted.
          </Banner>
        )}
        {count.differences !== null && count.state !== 'CANCELED' && !isCountable(count) && (
          <Differences differences={count.differences} isPosted={count.state === 'POSTED'} />
        )}
        {counter !== undefined && isCountable(count) && <HeldByOther {...{ count, counter, mayApprove }} isLost={hold.isLost || hold.isPaused} />}
        <div className="flex flex-wrap gap-2">
          {isCountable(count) && !isCounting && counter === undefined && <CountHere {...{ count, hold, userId }} />}
          <CountActions {...{ count, isCounting, mayApprove }} onPaused={hold.onPaused} />
        </div>
        {hold.problem !== undefined && <ErrorText>{hold.problem}</ErrorText>}
      </div>
    </Card>
  );
}

function factsOf(count: CountSummaryProps['count']): readonly Fact[] {
  return [
    [
      'State',
      <span key="state">
        <CountStateBadge state={count.state} /> {count.round > 1 && `round ${count.round}`}
      </span>,
    ],
    ['Booked quantities', count.is_blind ? 'Hidden while counting' : 'Shown'],
    ['Assignee', count.assignee?.name ?? 'Anyone'],
    ['Due', <Day key="due" day={count.due_on} />],
    ['Progress', `${numberText(count.counted_lines)} / ${numberText(count.lines)} lines`],
    ['Accuracy', accuracyText(count)],
  ];
}

function CountHere({ count, hold, userId }: Pick<CountSummaryProps, 'count' | 'hold' | 'userId'>) {
  if (count.counted_before.includes(userId)) return <p className="text-muted">You have counted this before. A recount needs another person.</p>;
  return (
    <Button look="primary" size="bench" autoFocus disabled={hold.isClaiming} onClick={hold.claim}>
      <ScanBarcode size={20} aria-hidden /> {count.state === 'OPEN' ? 'Start counting' : 'Count here'}
    </Button>
  );
}

interface HeldByOtherProps extends Pick<CountSummaryProps, 'count'> {
  readonly counter: string;
  readonly mayApprove: boolean;
  /** This page counted before. */
  readonly isLost: boolean;
}

function HeldByOther({ count, counter, mayApprove, isLost }: HeldByOtherProps) {
  const release = useCommand(releaseCount, [getCount, listCountLines]);
  const force = () =>
    release.mutate({ params: { id: count.id }, body: { force: true } }, { onError: (error) => toast('bad', `Not released: ${error.message}`) });
  return (
    <Banner tone="warn">
      <span className="flex flex-wrap items-center justify-between gap-2">
        {counter} is counting this right now.{isLost && ` You can count here again after ${counter} pauses the count.`}
        {mayApprove && (
          <Button size="small" disabled={release.isPending} onClick={force}>
            Force release
          </Button>
        )}
      </span>
    </Banner>
  );
}

function Differences({ differences, isPosted }: { differences: NonNullable<CountSession['differences']>; isPosted: boolean }) {
  const { missing, surplus, value, without_cost, needs_approval } = differences;
  return (
    <p>
      <strong>{numberText(missing)}</strong> missing, <strong>{numberText(surplus)}</strong> surplus, {dollars(value)} in total
      {without_cost > 0 && ` (${counted(without_cost, 'line')} without a known cost)`}.
      {needs_approval &&
        !isPosted &&
        ` Differences of more than ${APPROVAL_UNITS} units or $${APPROVAL_DOLLARS} must be posted by a person who may approve counts.`}
    </p>
  );
}
