import { getDemoData, REMOVAL_WORD, removeDemoData } from '@stowage/contract/demo/demo-data';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queryFor, useCommand } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { TextField } from '../../ui/form/Field.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';

interface DemoDataCardProps {
  /** Runs after the removal: everything that the page has read is gone. */
  readonly onRemoved?: () => void;
}

/** Removes the demo data. Shows nothing in an installation without it. */
export function DemoDataCard({ onRemoved = () => location.assign('/') }: DemoDataCardProps) {
  const demo = useQuery(queryFor(getDemoData, {}));
  const [isOpen, setOpen] = useState(false);
  const open = useRef<HTMLButtonElement>(null);
  if (demo.data?.isPresent !== true) return null;
  return (
    <Card id="demo-data" title="Demo data" description="This installation shows an invented seller. Remove it when you start with your own data.">
      <div className="px-4 pb-4">
        <Button ref={open} look="danger" onClick={() => setOpen(true)}>
          Remove the demo data
        </Button>
      </div>
      {isOpen && <RemovalDialog returnFocusTo={() => open.current} onClose={() => setOpen(false)} onRemoved={onRemoved} />}
    </Card>
  );
}

interface RemovalDialogProps {
  readonly returnFocusTo: () => HTMLElement | null;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

function RemovalDialog({ onRemoved, ...dialog }: RemovalDialogProps) {
  const [word, setWord] = useState('');
  const remove = useCommand(removeDemoData);
  const isReady = word.trim().toUpperCase() === REMOVAL_WORD;
  return (
    <FormDialog
      title="Remove the demo data?"
      description="All stock, orders, products, documents, photos and the audit log are deleted, also what you made in the demo. Accounts, settings and locations stay. This can't be undone."
      submitLabel="Remove the demo data"
      busyLabel="Removing..."
      isDangerous
      isReady={isReady}
      command={remove}
      onSubmit={() => remove.mutate({ body: { confirmation: REMOVAL_WORD } }, { onSuccess: onRemoved })}
      {...dialog}
    >
      <TextField label={`Type ${REMOVAL_WORD} to confirm`} autoComplete="off" autoFocus value={word} onText={setWord} />
    </FormDialog>
  );
}
