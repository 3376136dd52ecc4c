import { getOrder, type OrderDetail, revealLabelPhotos } from '@stowage/contract/orders/order-detail';
import { mintPackCode, PACK_SECTIONS, type PackPhoto, removePackPhoto } from '@stowage/contract/orders/order-photos';
import { Camera } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { useMay } from '../../../api/session.ts';
import { AddPhotosDialog } from '../../../shared/photos/AddPhotosDialog.tsx';
import { PackedItems } from '../../../shared/photos/PackedItems.tsx';
import { PhotoTiles } from '../../../shared/photos/PhotoTiles.tsx';
import { packSource } from '../../../shared/photos/pack-source.ts';
import { RemovePhotoDialog } from '../../../shared/photos/RemovePhotoDialog.tsx';
import { UploadPanel } from '../../../shared/photos/UploadPanel.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { RevealDialog } from '../detail/RevealDialog.tsx';

interface PackPhotosCardProps {
  readonly order: OrderDetail;
  /** Whether the dialog that adds photos is open. */
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** The photos of a packed order: the contents, the packed box and its label. */
export function PackPhotosCard({ order, isOpen, onOpen, onClose }: PackPhotosCardProps) {
  const [removing, setRemoving] = useState<PackPhoto>();
  const mayAdd = useMay('orders.ship');
  const reveal = useCommand(revealLabelPhotos, [getOrder]);
  const mayView = useMay('orders.pii');
  const [isRevealing, setRevealing] = useState(false);
  /** The photos of the label, after a person gave a reason; kept only until the page is left. */
  const [labels, setLabels] = useState<readonly PackPhoto[]>([]);
  const photos = [...order.photos, ...labels];
  const hidden = order.label_photos - labels.length;
  const removed = (photo?: PackPhoto) => {
    setRemoving(undefined);
    if (photo !== undefined) setLabels((before) => before.filter(({ id }) => id !== photo.id));
  };
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
        {(photos.length > 0 || hidden === 0) && <PhotoTiles photos={photos} sections={PACK_SECTIONS} onRemove={mayAdd ? setRemoving : undefined} />}
        {hidden > 0 && (
          <div className="grid justify-items-start gap-2">
            <p className="text-muted">
              {hidden === 1 ? 'A photo of the label is' : `${hidden} photos of the label are`} hidden. Each view is recorded with its reason.
            </p>
            {mayView && <Button onClick={() => setRevealing(true)}>Show label photos</Button>}
          </div>
        )}
      </div>
      {isRevealing && (
        <RevealDialog title="Show label photos" orderId={order.order_id} command={reveal} onRevealed={setLabels} onClose={() => setRevealing(false)} />
      )}
      {removing !== undefined && <RemoveDialog orderId={order.order_id} photo={removing} onClose={removed} />}
      {isOpen && mayAdd && <AddDialog orderId={order.order_id} onClose={onClose} />}
    </Card>
  );
}

function RemoveDialog({ orderId, photo, onClose }: { orderId: string; photo: PackPhoto; onClose: (removed?: PackPhoto) => void }) {
  const remove = useCommand(removePackPhoto, [getOrder]);
  const submit = () => remove.mutate({ params: { id: orderId, photoId: photo.id } }, { onSuccess: () => onClose(photo) });
  const name = `${PACK_SECTIONS[photo.section]}, ${photo.original_filename}`;
  return <RemovePhotoDialog name={name} command={remove} onConfirm={submit} onClose={() => onClose()} />;
}

function AddDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { data, error, isPending, mutate } = useCommand(mintPackCode);
  const create = () => mutate({ params: { id: orderId } });
  const here = (token: string) => <UploadHere orderId={orderId} token={token} />;
  return <AddPhotosDialog of={`order ${orderId}`} description={`Order ${orderId}`} mint={{ data, error, isPending, create }} here={here} onClose={onClose} />;
}

function UploadHere({ orderId, token }: { orderId: string; token: string }) {
  const source = useMemo(() => packSource({ orderId, token }), [orderId, token]);
  return <UploadPanel source={source} head={({ items }) => <PackedItems items={items} />} />;
}
