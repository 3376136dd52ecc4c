import type { CaseTemplate } from '@stowage/contract/cases/case-templates';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

const columns = ['template_key', 'template_name', 'subject_template', 'body_template'] as const;

export async function listTemplates(db: Database): Promise<CaseTemplate[]> {
  return db.selectFrom('case_templates').select(columns).orderBy('template_name').orderBy('template_key').execute();
}

/** The template, locked. Also serializes two people who add it at the same time, when there is no row to lock. */
export async function lockTemplate(tx: Database, key: string): Promise<CaseTemplate | undefined> {
  await sql`lock table case_templates in share row exclusive mode`.execute(tx);
  return tx.selectFrom('case_templates').select(columns).where('template_key', '=', key).forUpdate().executeTakeFirst();
}

export async function saveTemplate(db: Database, template: CaseTemplate, { actorId, now }: { actorId: number; now: Date }): Promise<CaseTemplate> {
  const { template_key: _key, ...rest } = template;
  const changed = { ...rest, updated_at: now, updated_by: actorId };
  return db
    .insertInto('case_templates')
    .values({ ...template, ...changed })
    .onConflict((conflict) => conflict.column('template_key').doUpdateSet(changed))
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** @returns whether the template existed */
export async function deleteTemplate(db: Database, key: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('case_templates').where('template_key', '=', key).executeTakeFirst();
  return numDeletedRows > 0n;
}
