import { getOrder, type OrderDetail } from '@stowage/contract/order-detail';
import { mintPackCode, PACK_SECTIONS, type PackPhoto, removePackPhoto } from '@stowage/contract/order-photos';
import { isPermitted } from '@stowage/contract/permissions';
import { Camera } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { currentSession } from '../../api/session.ts';
import { AddPhotosDialog } from '../../shared/photos/AddPhotosDialog.tsx';
import { PackedItems } from '../../shared/photos/PackedItems.tsx';
import { PhotoTiles } from '../../shared/photos/PhotoTiles.tsx';
import { packSource } from '../../shared/photos/pack-source.ts';
import { UploadPanel } from '../../shared/photos/UploadPanel.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

interface PackPhotosCardProps {
  readonly order: OrderDetail;
  /** Whether photos are being added. */
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** How an order was packed: what is in the box, the packed box, its label. */
export function PackPhotosCard({ order, isOpen, onOpen, onClose }: PackPhotosCardProps) {
  const [removing, setRemoving] = useState<PackPhoto>();
  const mayAdd = isPermitted(currentSession()?.roles ?? [], 'orders.ship');
  const { photos } = order;
  return (
    <Card
      title="Pack photos"
      aside={
        mayAdd && (
          <Button onClick={onOpen}>
            <Camera size={16} aria-hidden /> Add photos
          </Button>
        )
      }
    >
      <div className="grid gap-4 px-4 pb-4">
        <PhotoTiles photos={photos} sections={PACK_SECTIONS} onRemove={mayAdd ? setRemoving : undefined} />
      </div>
      {removing !== undefined && <RemoveDialog orderId={order.order_id} photo={removing} onClose={() => setRemoving(undefined)} />}
      {isOpen && mayAdd && <AddDialog orderId={order.order_id} onClose={onClose} />}
    </Card>
  );
}

function RemoveDialog({ orderId, photo, onClose }: { orderId: string; photo: PackPhoto; onClose: () => void }) {
  const remove = useCommand(removePackPhoto, [getOrder]);
  return (
    <ConfirmDialog
      title="Remove photo"
      question={remove.error?.message ?? `${PACK_SECTIONS[photo.section]}, ${photo.original_filename}. That it was there is kept in the timeline.`}
      confirmLabel="Remove photo"
      isDangerous
      isBusy={remove.isPending}
      open
      onConfirm={() => remove.mutate({ params: { id: orderId, photoId: photo.id } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

function AddDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { data, error, isPending, mutate } = useCommand(mintPackCode);
  const ask = () => mutate({ params: { id: orderId } });
  const here = (token: string) => <TakenHere orderId={orderId} token={token} />;
  return <AddPhotosDialog of={`order ${orderId}`} description={`Order ${orderId}`} mint={{ data, error, isPending, ask }} here={here} onClose={onClose} />;
}

function TakenHere({ orderId, token }: { orderId: string; token: string }) {
  const source = useMemo(() => packSource({ orderId, token }), [orderId, token]);
  return <UploadPanel source={source} head={({ items }) => <PackedItems items={items} />} />;
}
