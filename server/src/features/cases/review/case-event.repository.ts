import type { Database } from '../../../platform/database/connection/connect.ts';

interface NewEvent {
  readonly caseId: number;
  readonly kind:
    | 'CREATED'
    | 'STATUS'
    | 'DATA'
    | 'CLAIM'
    | 'LINK'
    | 'PHOTO_ADDED'
    | 'PHOTO_REMOVED'
    | 'CANNOT_TAKE'
    | 'PHOTOS_FINISHED'
    | 'PROPOSED'
    | 'DECIDED';
  /** The text in the history. */
  readonly detail: string;
  /** null for a phone or a job. */
  readonly actorId: number | null;
  readonly at: Date;
}

export async function insertEvent(tx: Database, { caseId, kind, detail, actorId, at }: NewEvent): Promise<void> {
  await tx.insertInto('case_events').values({ case_id: caseId, kind, detail, actor_id: actorId, created_at: at }).execute();
}
