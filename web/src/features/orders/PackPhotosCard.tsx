import { mintPackCode, PACK_SECTION_KEYS, PACK_SECTIONS, type PackPhoto, removePackPhoto } from '@stowage/contract/order-photos';
import { getOrder, type OrderDetail } from '@stowage/contract/orders';
import { isPermitted } from '@stowage/contract/permissions';
import { Camera, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { currentSession } from '../../api/session.ts';
import { PackedItems } from '../../shared/photos/PackedItems.tsx';
import { packSource } from '../../shared/photos/pack-source.ts';
import { UploadPanel } from '../../shared/photos/UploadPanel.tsx';
import { UploadQr } from '../../shared/photos/UploadQr.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

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
        {photos.length === 0 && <p className="text-muted">No photos yet.</p>}
        {PACK_SECTION_KEYS.filter((key) => photos.some(({ section }) => section === key)).map((key) => (
          <section key={key} aria-label={PACK_SECTIONS[key]} className="grid gap-2">
            <h3 className="font-medium">{PACK_SECTIONS[key]}</h3>
            <ul className="flex flex-wrap gap-2">
              {photos
                .filter(({ section }) => section === key)
                .map((photo) => (
                  <Thumbnail key={photo.id} photo={photo} onRemove={mayAdd ? () => setRemoving(photo) : undefined} />
                ))}
            </ul>
          </section>
        ))}
      </div>
      {removing !== undefined && <RemoveDialog orderId={order.order_id} photo={removing} onClose={() => setRemoving(undefined)} />}
      {isOpen && mayAdd && <AddDialog orderId={order.order_id} onClose={onClose} />}
    </Card>
  );
}

function Thumbnail({ photo, onRemove }: { photo: PackPhoto; onRemove: (() => void) | undefined }) {
  const name = `${PACK_SECTIONS[photo.section]}, ${photo.original_filename}`;
  return (
    <li className="relative">
      <a href={photo.url} target="_blank" rel="noreferrer" title={`${photo.original_filename}, ${photo.uploaded_by}`}>
        <img src={photo.thumbnail_url} alt={`${name}: full size`} loading="lazy" className="size-28 rounded-md border border-line object-cover" />
      </a>
      {onRemove !== undefined && (
        <button
          type="button"
          aria-label={`Remove ${name}`}
          onClick={onRemove}
          className="absolute top-1 right-1 grid size-11 place-items-center rounded-md border border-edge bg-surface text-bad sm:size-8"
        >
          <Trash2 size={16} aria-hidden />
        </button>
      )}
    </li>
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

/** A code for a phone; or the camera and the files of this device, under the same link. */
function AddDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const [isHere, setHere] = useState(false);
  const mint = useCommand(mintPackCode);
  const ask = () => mint.mutate({ params: { id: orderId } });
  const askAtOnce = useEffectEvent(ask);
  useEffect(() => askAtOnce(), []);
  return (
    <Dialog title="Add photos" description={`Order ${orderId}`} open onClose={onClose}>
      {mint.isError && (
        <Banner tone="bad">
          <p>{mint.error.message}</p>
          <Button size="small" className="mt-2" onClick={ask}>
            Try again
          </Button>
        </Banner>
      )}
      {mint.isPending && <p role="status">Loading...</p>}
      {mint.data !== undefined && isHere && <TakenHere orderId={orderId} token={mint.data.qrToken} />}
      {mint.data !== undefined && !isHere && (
        <div className="grid gap-4">
          <Button look="primary" size="bench" autoFocus onClick={() => setHere(true)}>
            <Camera size={20} aria-hidden /> Use this device
          </Button>
          <UploadQr code={mint.data} of={`order ${orderId}`} />
        </div>
      )}
    </Dialog>
  );
}

function TakenHere({ orderId, token }: { orderId: string; token: string }) {
  const source = useMemo(() => packSource({ orderId, token }), [orderId, token]);
  return <UploadPanel source={source} head={({ items }) => <PackedItems items={items} />} />;
}
