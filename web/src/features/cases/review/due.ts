import { CASE_RISK_DAYS } from '@stowage/contract/cases/cases';
import { claimDay } from '@stowage/contract/cases/claim-day';
import { daysBetween } from '@stowage/contract/formats/day';
import { counted } from '@stowage/contract/formats/text/counted';

export interface Due {
  readonly text: string;
  readonly tone: 'bad' | 'warn' | 'neutral';
}

/** The time until a claim is due. */
export function dueText({ opensOn, dueOn }: { opensOn: string; dueOn: string }, now: Date): Due {
  const until = (day: string) => daysBetween(claimDay(now), day);
  const days = until(dueOn);
  const opens = until(opensOn);
  if (days < 0) return { text: `Claim ended ${count(-days)} ago`, tone: 'bad' };
  if (days === 0) return { text: 'Claim ends today', tone: 'bad' };
  if (opens > 0) return { text: `Claim opens in ${count(opens)}`, tone: 'neutral' };
  return { text: `Claim due in ${count(days)}`, tone: days <= CASE_RISK_DAYS / 2 ? 'bad' : days <= CASE_RISK_DAYS ? 'warn' : 'neutral' };
}

const count = (days: number) => counted(days, 'day');
