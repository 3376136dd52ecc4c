import { purchaseMoneyTopic } from '@stowage/contract/invoicing/purchase-money';
import { DAMAGE_SECTIONS, type DamagePhoto, damagePhotos, mintDamageCode, removeDamagePhoto } from '@stowage/contract/purchasing/damage-photos';
import { useQuery } from '@tanstack/react-query';
import { Camera } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTopic } from '../../api/live.ts';
import { queryFor, renewsPhotos, useCommand } from '../../api/query.ts';
import { useMay } from '../../api/session.ts';
import { Button } from '../../ui/Button.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { AddPhotosDialog } from './AddPhotosDialog.tsx';
import { DamagedLine } from './DamagedLine.tsx';
import { damageSource } from './damage-source.ts';
import { PhotoTiles } from './PhotoTiles.tsx';
import { RemovePhotoDialog } from './RemovePhotoDialog.tsx';
import { UploadPanel } from './UploadPanel.tsx';

interface DamagePhotosProps {
  readonly lineId: number;
  /** The product's name: `SKU-1`. */
  readonly name: string;
  /** Called when photos were added or removed. */
  readonly onChanged?: (() => void) | undefined;
}

/** Photos of damaged units of a purchase order's line, with an action to add some. */
export function DamagePhotos({ lineId, name, onChanged }: DamagePhotosProps) {
  const photos = useQuery({ ...queryFor(damagePhotos, { params: { id: lineId } }), ...renewsPhotos });
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<DamagePhoto>();
  const mayAdd = useMay('purchasing.receive');
  const refresh = () => void photos.refetch();
  // A phone's uploads appear immediately.
  useTopic(purchaseMoneyTopic, { onMessage: refresh, onReconnect: refresh });
  const changed = () => {
    refresh();
    onChanged?.();
  };
  return (
    <div className="grid justify-items-start gap-3">
      <QueryResult query={photos} failure="The photos could not be loaded" rows={2}>
        {(shown) => <PhotoTiles photos={shown} sections={DAMAGE_SECTIONS} onRemove={mayAdd ? setRemoving : undefined} />}
      </QueryResult>
      {mayAdd && (
        <Button onClick={() => setAdding(true)}>
          <Camera size={16} aria-hidden /> Add photos
        </Button>
      )}
      {isAdding && (
        <AddDialog
          lineId={lineId}
          name={name}
          onClose={() => {
            setAdding(false);
            changed();
          }}
        />
      )}
      {removing !== undefined && (
        <RemoveDialog
          lineId={lineId}
          photo={removing}
          onClose={() => {
            setRemoving(undefined);
            changed();
          }}
        />
      )}
    </div>
  );
}

function AddDialog({ lineId, name, onClose }: Pick<DamagePhotosProps, 'lineId' | 'name'> & { readonly onClose: () => void }) {
  const { data, error, isPending, mutate } = useCommand(mintDamageCode);
  const create = () => mutate({ params: { id: lineId } });
  const here = (token: string) => <UploadHere lineId={lineId} token={token} />;
  return <AddPhotosDialog of={name} description={name} mint={{ data, error, isPending, create }} here={here} onClose={onClose} />;
}

function UploadHere({ lineId, token }: { lineId: number; token: string }) {
  const source = useMemo(() => damageSource({ lineId, token }), [lineId, token]);
  return <UploadPanel source={source} head={(state) => <DamagedLine state={state} />} />;
}

function RemoveDialog({ lineId, photo, onClose }: { lineId: number; photo: DamagePhoto; onClose: () => void }) {
  const remove = useCommand(removeDamagePhoto, [damagePhotos]);
  const submit = () => remove.mutate({ params: { id: lineId, photoId: photo.id } }, { onSuccess: onClose });
  return <RemovePhotoDialog name={`${DAMAGE_SECTIONS[photo.section]}, ${photo.original_filename}`} command={remove} onConfirm={submit} onClose={onClose} />;
}
