import { CircleAlert, CircleCheck, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type StateLook, toneClasses } from '../../ui/Badge.tsx';

const ICONS = { neutral: LoaderCircle, good: CircleCheck, accent: CircleCheck, warn: TriangleAlert, bad: CircleAlert } as const;

/** A scan's state, as a badge in the list and in large type as the last scan. */
export interface ScanLook extends StateLook {
  /** In place of the tone's own. */
  readonly icon?: LucideIcon;
}

/** The looks of a scan that the server has not answered. */
export const UNSAVED_LOOKS = {
  pending: { label: 'Saving', tone: 'neutral' },
  retrying: { label: 'Not saved yet, retrying', tone: 'warn' },
} as const satisfies Record<string, ScanLook>;

interface LastScanProps {
  readonly look: ScanLook;
  /** After the state's label. */
  readonly title?: ReactNode;
  readonly children: ReactNode;
}

/** The last scan, in type that is readable from two meters. */
export function LastScan({ look: { label, tone, icon }, title, children }: LastScanProps) {
  const Icon = icon ?? ICONS[tone];
  return (
    <div className={`grid min-h-32 min-w-0 grid-cols-[minmax(0,1fr)] content-center gap-1 rounded-card p-5 ${toneClasses(tone)}`}>
      <p className="flex items-center gap-2.5 text-2xl font-bold">
        <Icon size={30} aria-hidden className={`shrink-0 ${tone === 'neutral' ? 'animate-spin' : ''}`} />
        {label}
        {title}
      </p>
      {children}
    </div>
  );
}

/** The place of the last scan before there is one. */
export function NoScanYet({ children }: { children: ReactNode }) {
  return <div className="grid min-h-32 place-items-center rounded-card border border-dashed border-edge p-5 text-center text-muted">{children}</div>;
}
