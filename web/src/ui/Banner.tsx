import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

const LOOKS = {
  info: { classes: 'border-accent bg-accent-soft text-accent', icon: Info },
  good: { classes: 'border-good bg-good-soft text-good', icon: CircleCheck },
  warn: { classes: 'border-warn bg-warn-soft text-warn', icon: Info },
  bad: { classes: 'border-bad bg-bad-soft text-bad', icon: TriangleAlert },
} as const;

interface BannerProps {
  readonly tone: keyof typeof LOOKS;
  /** Keeps the distance from the card's edges. */
  readonly isInCard?: boolean;
  /** A button at the end of the message. */
  readonly action?: { readonly label: string; readonly onClick: () => void };
  readonly children: ReactNode;
}

/** A message above the part of the page that it is about. */
export function Banner({ tone, isInCard = false, action, children }: BannerProps) {
  const { classes, icon: Icon } = LOOKS[tone];
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`flex items-center gap-2.5 rounded-card border px-4 py-2.5 font-medium ${isInCard ? 'mx-4 mb-4' : ''} ${classes}`}
    >
      <Icon size={18} aria-hidden className="shrink-0" />
      {action === undefined ? (
        <div className="min-w-0 flex-1 break-words">{children}</div>
      ) : (
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-2 break-words">
          {children}
          <Button size="small" onClick={action.onClick}>
            {action.label}
          </Button>
        </div>
      )}
    </div>
  );
}
