import type { ReactNode } from 'react';

const TONES = {
  neutral: 'bg-sunken text-ink',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent',
} as const;

export type Tone = keyof typeof TONES;

export interface StateLook {
  readonly label: string;
  readonly tone: Tone;
}

/** The badges of all states of a kind. */
export type StateLooks<State extends string> = Readonly<Record<State, StateLook>>;

/** The badge of one state: `<StateBadge {...STATES[state]} />`. */
export function StateBadge({ label, tone }: StateLook) {
  return <Badge tone={tone}>{label}</Badge>;
}

/** The colors of a state in larger type. */
export function toneClasses(tone: Tone): string {
  return TONES[tone];
}

interface BadgeProps {
  readonly tone?: Tone;
  /** Breaks a text of many words in a narrow column. */
  readonly wraps?: boolean;
  readonly children: ReactNode;
}

/** A state in words; the color only supports it. */
export function Badge({ tone = 'neutral', wraps = false, children }: BadgeProps) {
  const wrapping = wraps ? '' : 'whitespace-nowrap';
  return <span className={`inline-flex items-center gap-1 rounded px-1.5 py-0.5 text-xs font-medium ${wrapping} ${TONES[tone]}`}>{children}</span>;
}
