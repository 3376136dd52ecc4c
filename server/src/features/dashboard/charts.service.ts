import { CLAIM_MONTHS, type ClaimMonth, FLOW_DAYS, type FlowDay, type scanRate } from '@stowage/contract/dashboard/dashboard';
import type { OutputOf } from '@stowage/contract/endpoint';
import { addDays } from '@stowage/contract/formats/day';
import type { Database } from '../../platform/database/connection/connect.ts';
import { dayIn, hourIn, startOfDay } from '../../platform/formats/zone-day.ts';
import { listClaimMonths, listFlow, listScans } from './charts.read-model.ts';
import type { FigureContext } from './figures/number-cards.service.ts';

/** Sums hours into the days of a time zone. In zones with an offset of half an hour, an hour belongs to the day in which it began. */
export async function readFlow({ db, now, timeZone }: FigureContext): Promise<{ days: FlowDay[] }> {
  const last = dayIn(now, timeZone);
  const days = new Map<string, FlowDay>();
  for (let offset = 1 - FLOW_DAYS; offset <= 0; offset++) {
    const day = addDays(last, offset);
    days.set(day, { day, received: 0, returned: 0, shipped: 0, removed: 0 });
  }
  for (const { hour, ...flow } of await listFlow(db, startOfDay(now, timeZone, 1 - FLOW_DAYS))) {
    const sum = days.get(dayIn(hour, timeZone));
    if (sum === undefined) continue;
    for (const kind of ['received', 'returned', 'shipped', 'removed'] as const) sum[kind] += flow[kind];
  }
  return { days: [...days.values()] };
}

/** Sums today's scans by hour and person, from midnight to now. */
export async function readScanRate({ db, now, timeZone }: FigureContext): Promise<OutputOf<typeof scanRate>> {
  const hours = Array.from({ length: hourIn(now, timeZone) + 1 }, (_, hour) => hour);
  const people = new Map<number, { userId: number; name: string; scans: number[] }>();
  for (const { hour, userId, name, scans } of await listScans(db, startOfDay(now, timeZone))) {
    const person = people.get(userId) ?? { userId, name, scans: hours.map(() => 0) };
    people.set(userId, person);
    const at = hourIn(hour, timeZone);
    if (at < hours.length) person.scans[at] = (person.scans[at] ?? 0) + scans;
  }
  return { hours, people: [...people.values()] };
}

export async function readClaimMonths({ db, now }: { db: Database; now: Date }): Promise<{ months: ClaimMonth[] }> {
  const months = Array.from({ length: CLAIM_MONTHS }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 - CLAIM_MONTHS + index)).toISOString().slice(0, 7),
  );
  const stored = new Map((await listClaimMonths(db, `${months[0]}-01`)).map((row) => [row.month, row]));
  return { months: months.map((month) => stored.get(month) ?? { month, claimed: '0.00', paid: '0.00', unknown: 0 }) };
}
