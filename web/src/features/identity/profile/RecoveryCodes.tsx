import { Download } from 'lucide-react';
import { saveFile } from '../../../api/download.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { CopyButton } from '../../../ui/format/CopyButton.tsx';

/** The recovery codes, which the server can't show again. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <Dialog
      open
      title="Recovery codes"
      description="Store these codes where you can find them without your devices. Each works once in place of a code or a passkey. They are not shown again."
      onClose={onClose}
    >
      <ul className="grid grid-cols-1 gap-1 rounded-md bg-sunken p-3 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
        <CopyButton text={text} label="Copy" name="Recovery codes" />
        <Button size="small" onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'stowage-recovery-codes.txt')}>
          <Download size={13} aria-hidden /> Save
        </Button>
        <Button look="primary" onClick={onClose}>
          I stored them
        </Button>
      </div>
    </Dialog>
  );
}
