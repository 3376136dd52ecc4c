import { Camera } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { UploadQr } from './UploadQr.tsx';

interface UploadLink {
  readonly qrToken: string;
  readonly link: string;
  readonly expires_at: string;
}

interface AddPhotosDialogProps {
  /** The album's name: `order 3`. */
  readonly of: string;
  readonly description: string;
  /** The command that creates a link. */
  readonly mint: { readonly data: UploadLink | undefined; readonly error: Error | null; readonly isPending: boolean; readonly create: () => void };
  /** Renders the upload on this device. */
  readonly here: (token: string) => ReactNode;
  readonly onClose: () => void;
}

/** Shows a QR code for a phone, or uploads from this device with the same link. */
export function AddPhotosDialog({ of, description, mint, here, onClose }: AddPhotosDialogProps) {
  const [isHere, setHere] = useState(false);
  const createOnMount = useEffectEvent(mint.create);
  useEffect(() => createOnMount(), []);
  return (
    <Dialog title="Add photos" description={description} open onClose={onClose}>
      {mint.error !== null && (
        <Banner tone="bad">
          <p>{mint.error.message}</p>
          <Button size="small" className="mt-2" onClick={mint.create}>
            Try again
          </Button>
        </Banner>
      )}
      {mint.isPending && <p role="status">Loading...</p>}
      {mint.data !== undefined && isHere && here(mint.data.qrToken)}
      {mint.data !== undefined && !isHere && (
        <div className="grid gap-4">
          <Button look="primary" size="bench" autoFocus onClick={() => setHere(true)}>
            <Camera size={20} aria-hidden /> Use this device
          </Button>
          <UploadQr code={mint.data} of={of} />
        </div>
      )}
    </Dialog>
  );
}
