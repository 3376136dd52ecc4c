import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../../api/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { TrackingFileDialog } from './TrackingFileDialog.tsx';

/** Opens the upload of tracking numbers. */
export function TrackingFileButton() {
  const [isOpen, setOpen] = useState(false);
  const mayShip = useMay('orders.ship');
  if (!mayShip) return null;
  return (
    <div className="px-4 pb-3">
      <Button size="small" className="max-sm:min-h-11" onClick={() => setOpen(true)}>
        <FileUp size={15} aria-hidden /> Tracking numbers from a file
      </Button>
      {isOpen && <TrackingFileDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
