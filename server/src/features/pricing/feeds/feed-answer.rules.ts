import { MINUTE_MS } from '@stowage/contract/formats/durations';

/** An issue of a feed's processing report; without a message index it concerns the whole feed. */
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
 * Reads one outcome per message from a processing report: an error outranks a warning, and all reasons are joined.
 * @returns the messages with an issue, and the outcome of all others
 */
export function readAnswers({ issues, accepted }: { issues: readonly Issue[]; accepted: number }): {
  answers: MessageAnswer[];
  others: { outcome: 'ACCEPTED' | 'REJECTED'; reason: string | null };
} {
  const byPosition = new Map<number, MessageAnswer>();
  for (const { messageIndex, isError, ...issue } of issues) {
    if (messageIndex === undefined) continue;
    const before = byPosition.get(messageIndex);
    const reason = [...(before === undefined ? [] : [before.reason]), issueText(issue)].join('; ');
    byPosition.set(messageIndex, { position: messageIndex, outcome: isError || before?.outcome === 'REJECTED' ? 'REJECTED' : 'WARNING', reason });
  }
  const feedErrors = issues.filter(({ messageIndex, isError }) => messageIndex === undefined && isError);
  const why = feedErrors.map(issueText).join('; ') || 'Amazon accepted none of the changes in this feed';
  return {
    answers: [...byPosition.values()],
    others: accepted === 0 ? { outcome: 'REJECTED', reason: why } : { outcome: 'ACCEPTED', reason: null },
  };
}

/** The stored text of a processing report is at most this long. */
const RESULTS_LENGTH = 200_000;

/** A processing report as JSON text: with its first issues, and the number of those that it has no room for. */
export function resultsText({ issues, ...counts }: { readonly issues: readonly Issue[] }): string {
  const whole = JSON.stringify({ ...counts, issues });
  if (whole.length <= RESULTS_LENGTH) return whole;
  let room = RESULTS_LENGTH - JSON.stringify({ ...counts, issues: [], issuesLeftOut: issues.length }).length;
  const firstWithout = issues.findIndex((issue) => {
    room -= JSON.stringify(issue).length + 1;
    return room < 0;
  });
  return JSON.stringify({ ...counts, issues: issues.slice(0, firstWithout), issuesLeftOut: issues.length - firstWithout });
}

const issueText = ({ code, message }: Pick<Issue, 'code' | 'message'>) => (code === undefined ? message : `${code}: ${message}`);

/** The time until the next status check of a feed: 15 s, 30 s, a minute, then increasing to five minutes. */
export function feedPauseMs(ageMs: number): number {
  if (ageMs < 60_000) return 15_000;
  if (ageMs < 180_000) return 30_000;
  return Math.min(300_000, Math.max(60_000, ageMs / 10));
}

/** A feed in progress for longer is stuck; its sold-out listings are then sent one by one. */
export const STUCK_AFTER_MS = 10 * MINUTE_MS;
