import { ShieldAlert, Tag, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { BulkMove, type BulkMoveProps, unitCount } from './BulkMove.tsx';
import { BulkReasonDialog, type BulkReasonDialogProps, type ReasonAction } from './BulkReasonDialog.tsx';

interface BulkUnitsProps extends Omit<BulkMoveProps, 'onMoved'>, Pick<BulkReasonDialogProps, 'onDone' | 'returnFocusTo'> {
  /** The ids of the selected units that are not in quarantine, where they are known. The others don't move to quarantine again. */
  readonly outsideQuarantine?: number[];
}

/** Moves, quarantines or removes the selected units, or changes their condition. */
export function BulkUnits({ outsideQuarantine: outside, onDone, returnFocusTo, children, ...move }: BulkUnitsProps) {
  const [asked, setAsked] = useState<ReasonAction>();
  const { selection, count } = move;
  const affected = asked === 'quarantine' && outside !== undefined ? { selection: { ids: outside }, count: unitCount(outside.length) } : { selection, count };
  return (
    <>
      <BulkMove {...move} onMoved={onDone}>
        <Button onClick={() => setAsked('quarantine')} disabled={outside?.length === 0}>
          <ShieldAlert size={16} aria-hidden /> Quarantine
        </Button>
        <Button onClick={() => setAsked('condition')}>
          <Tag size={16} aria-hidden /> Condition
        </Button>
        {children}
        <Button className="text-bad" onClick={() => setAsked('remove')}>
          <Trash2 size={16} aria-hidden /> Remove
        </Button>
      </BulkMove>
      {asked !== undefined && <BulkReasonDialog action={asked} onClose={() => setAsked(undefined)} {...affected} {...{ onDone, returnFocusTo }} />}
    </>
  );
}
