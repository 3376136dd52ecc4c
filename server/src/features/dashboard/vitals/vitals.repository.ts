import type { listVitals, reportVitals } from '@stowage/contract/dashboard/vitals';
import type { OutputOf, ParsedInputOf } from '@stowage/contract/endpoint';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

type Report = ParsedInputOf<typeof reportVitals>['body'];

/** Adds measurements to the daily sums of a screen. */
export async function addVitals(db: Database, day: string, report: Report): Promise<void> {
  for (const { name, value, rating } of report.metrics) {
    await sql`
      insert into page_vitals as v (day, screen, metric, samples, good, poor, value_sum)
      values (${day}, ${report.screen}, ${name}, 1, ${rating === 'good' ? 1 : 0}, ${rating === 'poor' ? 1 : 0}, ${value})
      on conflict (day, screen, metric) do update set samples = v.samples + 1, good = v.good + excluded.good,
        poor = v.poor + excluded.poor, value_sum = v.value_sum + excluded.value_sum`.execute(db);
  }
}

/** Returns the sums by screen and metric since a day. */
export async function sumVitals(db: Database, fromDay: string): Promise<OutputOf<typeof listVitals>> {
  const { rows } = await sql<OutputOf<typeof listVitals>[number]>`
    select screen, metric, sum(samples)::bigint as samples, sum(good)::bigint as good, sum(poor)::bigint as poor,
      sum(value_sum) / sum(samples) as mean
    from page_vitals where day >= ${fromDay} group by screen, metric order by screen, metric`.execute(db);
  return rows;
}
