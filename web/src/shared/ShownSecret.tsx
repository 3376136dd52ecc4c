import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { CopyButton } from '../ui/format/CopyButton.tsx';

interface ShownSecretProps {
  readonly title: string;
  /** What it is, for the copy button. */
  readonly name: string;
  readonly secret: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A secret that Stowage shows once. */
export function ShownSecret({ title, name, secret, children, onClose }: ShownSecretProps) {
  return (
    <Dialog open title={title} description="Copy it now. It is shown once and can’t be read again." onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
        <code className="rounded bg-sunken p-2 break-all">{secret}</code>
        <CopyButton text={secret} label="Copy" name={name} />
        <p>{children}</p>
        <Button className="justify-self-end" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
