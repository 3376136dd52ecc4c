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

const DAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** `Mon Wed`, `Mon-Fri`, `1,3` and `Every day`. @returns undefined for other words */
export function daysOf(text: string): number[] | undefined {
  if (/^(every day|all|daily)$/i.test(text.trim())) return [];
  const days = text
    .trim()
    .replace(/\s*[-–]\s*/g, '-')
    .split(/[\s,;/]+/)
    .map((words) => words.split('-').map(dayOf));
  if (days.some((range) => range.length > 2 || range.includes(0))) return undefined;
  return [...new Set(days.flatMap(([first = 0, last = first]) => daysBetween(first, last)))].toSorted();
}

/** `Mon`, `Mon.`, `Tues`, `Mondays` and `1`. @returns 0 for other words */
function dayOf(word: string): number {
  if (/^[1-7]$/.test(word)) return Number(word);
  const name = word.toLowerCase().replace(/s?\.?$/, '');
  return name.length < 3 ? 0 : DAY_NAMES.findIndex((day) => day.startsWith(name)) + 1;
}

/** Sat-Mon goes on over the end of the week. */
function daysBetween(first: number, last: number): number[] {
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, nth) => ((first + nth - 1) % 7) + 1);
}

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
