import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';

/** The recovery codes, which the server can't show again. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
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
      <div className="mt-4 flex justify-end">
        <Button look="primary" onClick={onClose}>
          I stored them
        </Button>
      </div>
    </Dialog>
  );
}
