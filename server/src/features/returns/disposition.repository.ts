import type { DispositionOption } from '@stowage/contract/returns/dispositions';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';

/** The active dispositions in display order, with the number of the line's units; and inactive ones that units of the line have. */
export async function listDispositions(db: Database, lineId: number): Promise<DispositionOption[]> {
  const { rows } = await sql<DispositionOption>`
    select d.id, d.name as disposition, coalesce(g.quantity, 0) as dispositioned, d.display_order, d.condition as sku_condition
    from dispositions d
    left join (
      select disposition_id, sum(quantity)::int as quantity from return_grades where removal_shipment_id = ${lineId} and voided_at is null group by disposition_id
    ) g on g.disposition_id = d.id
    where d.active or g.quantity > 0 order by d.display_order`.execute(db);
  return rows;
}

export interface Disposition {
  readonly name: string;
  readonly displayOrder: number;
  /** The condition in which its units are sold. */
  readonly condition: number | null;
  /** Its units go to quarantine. */
  readonly isQuarantined: boolean;
}

export async function findDisposition(db: Database, id: number): Promise<Disposition | undefined> {
  const { rows } = await sql<Disposition>`
    select name, display_order as "displayOrder", condition, is_quarantined as "isQuarantined" from dispositions where id = ${id}::bigint and active`.execute(
    db,
  );
  return rows[0];
}
