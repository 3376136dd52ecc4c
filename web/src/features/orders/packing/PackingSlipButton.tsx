import { packingSlip } from '@stowage/contract/orders/order-detail';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { download } from '../../../api/download.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';

export function PackingSlipButton({ orderId }: { orderId: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    await download(packingSlip, { params: { id: orderId } }, `packing-slip-${orderId}.pdf`).catch((error: unknown) =>
      toast('bad', error instanceof Error ? error.message : 'The packing slip could not be downloaded'),
    );
    setIsBusy(false);
  };
  return (
    <Button disabled={isBusy} onClick={() => void save()}>
      <FileText size={16} aria-hidden /> Packing slip
    </Button>
  );
}
