import { documentCount, documentPage, purgeDocument } from '@stowage/contract/documents/documents';
import { useState } from 'react';
import { CommandDialog } from '../../shared/CommandDialog.tsx';
import { Button } from '../../ui/Button.tsx';

interface PurgeButtonProps {
  readonly document: { readonly id: number; readonly name: string };
  readonly size?: 'small' | 'normal';
  readonly onDone: () => void;
}

/** Deletes a document permanently after its name was shown. */
export function PurgeButton({ document: { id, name }, size = 'normal', onDone }: PurgeButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button size={size} className="text-bad!" onClick={() => setAsking(true)}>
        Remove for good
      </Button>
      {isAsking && (
        <CommandDialog
          title="Remove for good"
          question={`Remove ${name} for good, with all its versions? Nobody can bring it back.`}
          confirmLabel="Remove for good"
          isDangerous
          endpoint={purgeDocument}
          input={{ params: { id } }}
          stale={[documentPage, documentCount]}
          done={`Removed for good: ${name}`}
          onDone={onDone}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
