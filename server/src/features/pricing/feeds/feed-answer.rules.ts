/** An issue of a feed's processing report; without a message it is the whole file's. */
interface Issue {
  readonly messageIndex: number | undefined;
  readonly isError: boolean;
  readonly code: string | undefined;
  readonly message: string;
}

export interface MessageAnswer {
  readonly position: number;
  readonly outcome: 'WARNING' | 'REJECTED';
  readonly reason: string;
}

/**
 * What a processing report says of each message, once each: an error outweighs a warning, and all reasons are kept.
 * @returns the messages with an issue, and what became of all others
 */
export function readAnswers({ issues, accepted }: { issues: readonly Issue[]; accepted: number }): {
  answers: MessageAnswer[];
  others: { outcome: 'ACCEPTED' | 'REJECTED'; reason: string | null };
} {
  const byPosition = new Map<number, MessageAnswer>();
  for (const { messageIndex, isError, ...issue } of issues) {
    if (messageIndex === undefined) continue;
    const before = byPosition.get(messageIndex);
    const reason = [...(before === undefined ? [] : [before.reason]), wordsOf(issue)].join('; ');
    byPosition.set(messageIndex, { position: messageIndex, outcome: isError || before?.outcome === 'REJECTED' ? 'REJECTED' : 'WARNING', reason });
  }
  const whole = issues.filter(({ messageIndex, isError }) => messageIndex === undefined && isError);
  const isRefused = accepted === 0 && whole.length > 0;
  return {
    answers: [...byPosition.values()],
    others: isRefused ? { outcome: 'REJECTED', reason: whole.map(wordsOf).join('; ') } : { outcome: 'ACCEPTED', reason: null },
  };
}

const wordsOf = ({ code, message }: Pick<Issue, 'code' | 'message'>) => (code === undefined ? message : `${code}: ${message}`);

/** When to look at a feed again: 15 s, 30 s, a minute, then ever longer up to five minutes. */
export function feedPauseMs(ageMs: number): number {
  if (ageMs < 60_000) return 15_000;
  if (ageMs < 180_000) return 30_000;
  return Math.min(300_000, Math.max(60_000, ageMs / 10));
}

/** A feed that is in progress for longer is stuck: what must not be sold any more then goes out by itself. */
export const STUCK_AFTER_MS = 10 * 60_000;
