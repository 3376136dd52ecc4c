import { releaseUnit } from '@stowage/contract/inventory/adjustment';
import type { LocalInventoryItem } from '@stowage/contract/inventory/units';
import { History, Printer, ShieldAlert, ShieldCheck, Sparkles, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCommand } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { itemName } from '../history/item-name.ts';
import { itemLabel, type PrintLabels } from '../history/label-of.ts';
import type { ItemDialogName } from './adjustment-address.ts';
import { updateFailure } from './update-failure.ts';

interface ItemActionsProps {
  readonly item: LocalInventoryItem;
  readonly onOpen: (dialog: ItemDialogName, item: LocalInventoryItem) => void;
  readonly onPrint: PrintLabels;
  readonly onChanged: () => void;
}

/** The actions about one unit, besides its location and notes. */
export function ItemActions({ item, onOpen, onPrint, onChanged }: ItemActionsProps) {
  const release = useCommand(releaseUnit);
  const moveBack = () =>
    release.mutate(
      { body: { id: item.id } },
      {
        onSuccess: ({ message }) => {
          toast('good', message);
          onChanged();
        },
        onError: (error) => toast('bad', updateFailure(error)),
      },
    );
  const action = (verb: string, icon: ReactNode, run: () => void, look = '') => (
    <Button
      id={`${verb.toLowerCase().replaceAll(' ', '-')}-${item.id}`}
      size="small"
      className={`lg:justify-start lg:px-1.5 ${look}`}
      aria-label={`${verb} ${itemName(item)}, unit ${item.id}`}
      disabled={release.isPending}
      onClick={run}
    >
      <span className="lg:hidden">{icon}</span> <span>{verb}</span>
    </Button>
  );
  return (
    <span className="flex flex-wrap gap-1 lg:grid lg:w-max lg:grid-cols-2">
      {action('Condition', <Sparkles size={14} aria-hidden />, () => onOpen('condition', item))}
      {item.status === 'QUARANTINE'
        ? action('Move back', <ShieldCheck size={14} aria-hidden />, moveBack)
        : action('Quarantine', <ShieldAlert size={14} aria-hidden />, () => onOpen('quarantine', item))}
      {action('Print label', <Printer size={14} aria-hidden />, () => onPrint([itemLabel(item)]))}
      {action('History', <History size={14} aria-hidden />, () => onOpen('history', item))}
      {action('Remove', <Trash2 size={14} aria-hidden />, () => onOpen('remove', item), 'text-bad')}
    </span>
  );
}
