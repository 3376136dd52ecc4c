import { documentPage, purgeDocument } from '@stowage/contract/documents/documents';
import { useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';

interface PurgeButtonProps {
  readonly document: { readonly id: number; readonly name: string };
  readonly size?: 'small' | 'normal';
  readonly onDone: () => void;
}

/** Deletes a document permanently after its name was shown. */
export function PurgeButton({ document: { id, name }, size = 'normal', onDone }: PurgeButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const purge = useCommand(purgeDocument, [documentPage]);
  return (
    <>
      <Button size={size} className="text-bad!" onClick={() => setAsking(true)}>
        Remove for good
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Remove for good"
        question={`Remove ${name} for good, with all its versions? Nobody can bring it back.`}
        confirmLabel="Remove for good"
        isDangerous
        isBusy={purge.isPending}
        onConfirm={() =>
          purge.mutate(
            { params: { id } },
            {
              onSuccess: () => {
                toast('good', `Removed for good: ${name}`);
                setAsking(false);
                onDone();
              },
              onError: (error) => {
                toast('bad', error.message);
                setAsking(false);
              },
            },
          )
        }
        onClose={() => setAsking(false)}
      />
    </>
  );
}
