import type { GuideStep, GuideStepName } from '@stowage/contract/dashboard/guide';
import { CircleCheck, CircleDashed, CircleMinus } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { GUIDE_TEXTS } from './guide-steps.ts';

interface GuideRowProps {
  readonly step: GuideStep;
  /** The first open step, which explains itself. */
  readonly isNext: boolean;
  readonly isBusy: boolean;
  readonly onStart: (name: GuideStepName, path: string | undefined) => void;
  readonly onSkip: (isSkipped: boolean) => void;
}

const STATES = {
  DONE: { icon: CircleCheck, color: 'text-good', word: 'Done:' },
  OPEN: { icon: CircleDashed, color: 'text-muted', word: 'To do:' },
  SKIPPED: { icon: CircleMinus, color: 'text-muted', word: 'Skipped:' },
} as const;

/** One step: its state and what there is so far; open ones with their action, skipped ones with the way back. */
export function GuideRow({ step: { name, state, detail }, isNext, isBusy, onStart, onSkip }: GuideRowProps) {
  const { icon: Icon, color, word } = STATES[state];
  const { title, about, action, path } = GUIDE_TEXTS[name];
  const size = isNext ? 'normal' : 'small';
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-2 ${isNext ? 'bg-sunken' : ''}`}
    >
      <Icon size={20} aria-hidden className={`shrink-0 ${color}`} />
      <div className="min-w-0 flex-[1_1_14rem]">
        <p>
          <span className="sr-only">{word} </span>
          <span className="font-semibold">{title}</span> <span className="text-muted [overflow-wrap:anywhere]">{detail}</span>
        </p>
        {isNext && <p>{about}</p>}
      </div>
      {state === 'SKIPPED' ? (
        <Button size="small" className="max-sm:min-h-11" disabled={isBusy} aria-label={`Bring back ${title}`} onClick={() => onSkip(false)}>
          Bring back
        </Button>
      ) : (
        <span className="flex flex-wrap gap-2">
          {state === 'OPEN' && (
            <>
              <Button size={size} look={isNext ? 'primary' : 'secondary'} className="max-sm:min-h-11" onClick={() => onStart(name, path)}>
                {action}
              </Button>
              <Button size={size} look="quiet" className="max-sm:min-h-11" disabled={isBusy} aria-label={`Skip ${title}`} onClick={() => onSkip(true)}>
                Skip
              </Button>
            </>
          )}
        </span>
      )}
    </li>
  );
}
