import { type LedgerRow, UNIT_LEDGER_LIMIT, unitLedger } from '@stowage/contract/inventory/adjustment';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Drawer } from '../../../ui/dialog/Drawer.tsx';
import { When } from '../../../ui/format/When.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { MovementBadge } from './MovementBadge.tsx';
import { sourceText } from './source-text.ts';

interface UnitHistoryDrawerProps {
  /** The drawer is open while there is a unit. */
  readonly unit: { readonly id: number; readonly name: string } | undefined;
  readonly onClose: () => void;
}

const OLDER_ARCHIVED = 'Older movements are archived';

/** The movements of one unit, newest first. */
export function UnitHistoryDrawer({ unit, onClose }: UnitHistoryDrawerProps) {
  return (
    <Drawer label="History" side="right" isWide open={unit !== undefined} onClose={onClose}>
      {unit !== undefined && <UnitHistory {...unit} />}
    </Drawer>
  );
}

function UnitHistory({ id, name }: { id: number; name: string }) {
  const ledger = useQuery(queryFor(unitLedger, { params: { id } }));
  return (
    <div className="p-5">
      <h2 className="pr-10 text-lg font-semibold">{name}</h2>
      <p className="text-muted">Unit {id}</p>
      <QueryResult query={ledger} failure="The history could not be loaded" rows={4} empty={<EmptyState title={OLDER_ARCHIVED} />}>
        {(movements) => (
          <>
            <ol className="mt-4 grid gap-4 border-l-2 border-line pl-4">
              {movements.map((row) => (
                <Movement key={row.id} row={row} />
              ))}
            </ol>
            {/* Each unit's first movement adds it. */}
            {movements.length < UNIT_LEDGER_LIMIT && movements.at(-1)?.type !== 'ADD' && <p className="mt-4 text-muted">{OLDER_ARCHIVED}</p>}
            {movements.length === UNIT_LEDGER_LIMIT && <p className="mt-4 text-muted">The newest {UNIT_LEDGER_LIMIT} are shown.</p>}
          </>
        )}
      </QueryResult>
    </div>
  );
}

function Movement({ row }: { row: LedgerRow }) {
  return (
    <li className="grid gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <MovementBadge type={row.type} />
        {row.undone && <Badge>Undone</Badge>}
        <span className="text-muted">
          <When text={row.created_at} />
        </span>
      </span>
      <span className={row.undone ? 'text-muted line-through' : 'font-medium'}>{row.reason}</span>
      {row.note !== null && <span>{row.note}</span>}
      <span className="text-muted">
        {row.actor ?? 'The system'} · {sourceText(row)} · {row.sku}
        {row.from_location !== null && row.to_location !== null && row.from_location !== row.to_location && ` · ${row.from_location} → ${row.to_location}`}
      </span>
    </li>
  );
}
