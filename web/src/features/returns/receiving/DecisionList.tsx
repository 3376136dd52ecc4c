import { numberText } from '@stowage/contract/formats/text/number-text';
import { type DispositionDecision, getDispositions, getProductReturnConditionData, voidDecision } from '@stowage/contract/returns/dispositions';
import { Undo2 } from 'lucide-react';
import { useUndoCommand } from '../../../shared/scan/use-undo-command.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { When } from '../../../ui/format/When.tsx';
import { dispositionName } from './disposition.ts';

interface DecisionListProps {
  readonly decisions: readonly DispositionDecision[];
  readonly onUndone: () => void;
}

/** The decisions about a line's units, newest first, each with an undo. */
export function DecisionList({ decisions, onUndone }: DecisionListProps) {
  const { undo, isBusy } = useUndoCommand(voidDecision, [getDispositions, getProductReturnConditionData]);
  if (decisions.length === 0) return null;
  return (
    <section aria-label="Decisions">
      <h3 className="font-semibold">Decisions</h3>
      <ul className="mt-1 divide-y divide-line">
        {decisions.map((decision) => (
          <li key={decision.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <span className={decision.voided ? 'text-muted line-through' : 'font-medium'}>{textOf(decision)}</span>
            <span className="text-muted">
              {decision.actor ?? 'N/A'}, <When text={decision.created_at} />
            </span>
            {decision.voided ? (
              <Badge>Undone</Badge>
            ) : (
              <Button
                size="small"
                className="ml-auto"
                disabled={isBusy}
                aria-label={`Undo ${textOf(decision)}`}
                onClick={() => undo({ body: { id: decision.id } }, textOf(decision), onUndone)}
              >
                <Undo2 size={14} aria-hidden /> Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function textOf({ quantity, disposition, location, seller_sku }: DispositionDecision): string {
  const place = location === null ? '' : ` → ${location}`;
  return `${numberText(quantity)} × ${dispositionName(disposition)}${seller_sku === null ? '' : ` (${seller_sku})`}${place}`;
}
