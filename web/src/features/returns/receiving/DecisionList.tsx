import { numberText } from '@stowage/contract/formats/text/number-text';
import { type DispositionDecision, getDispositions, getProductReturnConditionData, voidDecision } from '@stowage/contract/returns/dispositions';
import { Undo2 } from 'lucide-react';
import { failureMessage } from '../../../api/problem.ts';
import { useCommand } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { When } from '../../../ui/format/When.tsx';
import { dispositionName } from './disposition.ts';

interface GradeListProps {
  readonly grades: readonly DispositionDecision[];
  readonly onUndone: () => void;
}

/** The decisions about a line's units, newest first, each with an undo. */
export function DecisionList({ grades, onUndone }: GradeListProps) {
  const command = useCommand(voidDecision, [getDispositions, getProductReturnConditionData]);
  const undo = (grade: DispositionDecision) =>
    command.mutate(
      { body: { id: grade.id } },
      {
        onSuccess: () => {
          toast('good', `Undone: ${textOf(grade)}`);
          onUndone();
        },
        onError: (error) => toast('bad', failureMessage(error) ?? 'Not undone: the server does not answer. Please try again.'),
      },
    );
  if (grades.length === 0) return null;
  return (
    <section aria-label="Decisions">
      <h3 className="font-semibold">Decisions</h3>
      <ul className="mt-1 divide-y divide-line">
        {grades.map((grade) => (
          <li key={grade.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <span className={grade.voided ? 'text-muted line-through' : 'font-medium'}>{textOf(grade)}</span>
            <span className="text-muted">
              {grade.actor ?? 'N/A'}, <When text={grade.created_at} />
            </span>
            {grade.voided ? (
              <Badge>Undone</Badge>
            ) : (
              <Button size="small" className="ml-auto" disabled={command.isPending} aria-label={`Undo ${textOf(grade)}`} onClick={() => undo(grade)}>
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
