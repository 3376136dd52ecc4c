import type { GuideStepName } from '@stowage/contract/dashboard/guide';
import type { PrintedLabelKind } from '@stowage/contract/labels/labels';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

export async function listSkippedSteps(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('guide_skips').select('step').execute();
  return rows.map(({ step }) => step);
}

export async function skipSteps(db: Database, steps: readonly GuideStepName[]): Promise<void> {
  await sql`insert into guide_skips (step) select unnest(${steps}::text[]) on conflict do nothing`.execute(db);
}

export async function bringBackSteps(db: Database, steps: readonly GuideStepName[]): Promise<void> {
  await sql`delete from guide_skips where step = any(${steps}::text[])`.execute(db);
}

export async function addPrintedLabels(db: Database, kind: PrintedLabelKind, labels: number): Promise<void> {
  await sql`
    insert into label_prints as p (kind, labels) values (${kind}, ${labels})
    on conflict (kind) do update set labels = p.labels + excluded.labels, last_printed_at = now()`.execute(db);
}
