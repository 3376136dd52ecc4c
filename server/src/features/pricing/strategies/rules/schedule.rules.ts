import { WEEKDAYS } from '@stowage/contract/pricing/price-strategies';

/** The hours of a week in which a strategy is in force. */
export interface StrategySchedule {
  /** 1 is Monday; all days when empty. */
  readonly days: readonly number[];
  /** Minutes of the day. Until is exclusive; a time before `from` is on the next day. The same time means the whole day. */
  readonly fromMinute: number;
  readonly untilMinute: number;
  /** `America/New_York`. */
  readonly zone: string;
}

const DAY_MINUTES = 1_440;

/** Whether a strategy is in force at a time. Hours past midnight belong to the day on which they began. */
export function isInForce(schedule: StrategySchedule | undefined, now: number): boolean {
  if (schedule === undefined) return true;
  const { day, minute } = localTime(now, schedule.zone);
  const { days, fromMinute: from, untilMinute: until } = schedule;
  const has = (wanted: number) => days.length === 0 || days.includes(wanted);
  if (from === until) return has(day);
  if (from < until) return has(day) && minute >= from && minute < until;
  return (has(day) && minute >= from) || (has(day === 1 ? 7 : day - 1) && minute < until);
}

/** `Mon, Tue 08:00 to 18:00 (Europe/Berlin)`. */
export function scheduleText({ days, fromMinute, untilMinute, zone }: StrategySchedule): string {
  const named = days.length === 0 ? 'every day' : days.map((day) => WEEKDAYS[day - 1]).join(', ');
  const hours = fromMinute === untilMinute ? 'all day' : `${clockText(fromMinute)} to ${clockText(untilMinute)}`;
  return `${named} ${hours} (${zone})`;
}

/** 510 is `08:30`. */
export const clockText = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const formats = new Map<string, Intl.DateTimeFormat>();

function localTime(now: number, zone: string): { day: number; minute: number } {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return { day: WEEKDAYS.indexOf(parts.weekday ?? '') + 1, minute: (Number(parts.hour) * 60 + Number(parts.minute)) % DAY_MINUTES };
}
