import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { CopyButton } from '../../../ui/format/CopyButton.tsx';

/** A link that no mail server can deliver, for the administrator to hand over. It can't be read again. */
export function ShownLink({ link, name, onClose }: { link: string; name: string; onClose: () => void }) {
  return (
    <Dialog open title="Hand over this link" description={`For ${name} only. It is shown once and works once.`} onClose={onClose}>
      <div className="grid justify-items-start gap-3">
        <p>There is no mail server, so Stowage can’t mail the link. Send it to {name} in a message that nobody else reads.</p>
        <code className="rounded bg-sunken p-2 break-all">{link}</code>
        <CopyButton text={link} label="Copy" name="Link" />
      </div>
    </Dialog>
  );
}
