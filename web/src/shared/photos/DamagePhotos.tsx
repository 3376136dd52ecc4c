import { purchaseMoneyTopic } from '@stowage/contract/invoicing/purchase-money';
import { isPermitted } from '@stowage/contract/permissions';
import { DAMAGE_SECTIONS, type DamagePhoto, damagePhotos, mintDamageCode, removeDamagePhoto } from '@stowage/contract/purchasing/damage-photos';
import { Camera } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLiveQuery } from '../../api/live-query.ts';
import { useCommand } from '../../api/query.ts';
import { currentSession } from '../../api/session.ts';
import { Button } from '../../ui/Button.tsx';
import { QueryResult } from '../../ui/QueryResult.tsx';
import { AddPhotosDialog } from './AddPhotosDialog.tsx';
import { DamagedLine } from './DamagedLine.tsx';
import { PhotoTiles } from './PhotoTiles.tsx';
import { RemovePhotoDialog } from './RemovePhotoDialog.tsx';
import { UploadPanel } from './UploadPanel.tsx';
import { damageSource } from './upload-source.ts';

interface DamagePhotosProps {
  readonly lineId: number;
  /** The damaged item, such as `SKU-1`. */
  readonly name: string;
  /** Runs when a photo was added or removed. */
  readonly onChanged?: (() => void) | undefined;
}

/** The photos of damaged units of a purchase order's line, with a button that adds photos. */
export function DamagePhotos({ lineId, name, onChanged }: DamagePhotosProps) {
  // Photos that a phone uploads appear immediately.
  const photos = useLiveQuery(damagePhotos, { params: { id: lineId } }, { topic: purchaseMoneyTopic });
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<DamagePhoto>();
  const mayAdd = isPermitted(currentSession()?.roles ?? [], 'purchasing.receive');
  const close = () => {
    setAdding(false);
    setRemoving(undefined);
    void photos.refetch();
    onChanged?.();
  };
  return (
    <div className="grid justify-items-start gap-3">
      <QueryResult query={photos} rows={2} failure="The photos could not be loaded">
        {(data) => <PhotoTiles photos={data} sections={DAMAGE_SECTIONS} onRemove={mayAdd ? setRemoving : undefined} />}
      </QueryResult>
      {mayAdd && (
        <Button onClick={() => setAdding(true)}>
          <Camera size={16} aria-hidden /> Add photos
        </Button>
      )}
      {isAdding && <AddDialog lineId={lineId} name={name} onClose={close} />}
      {removing !== undefined && <RemoveDialog lineId={lineId} photo={removing} onClose={close} />}
    </div>
  );
}

function AddDialog({ lineId, name, onClose }: Pick<DamagePhotosProps, 'lineId' | 'name'> & { readonly onClose: () => void }) {
  const { data, error, isPending, mutate } = useCommand(mintDamageCode);
  const ask = () => mutate({ params: { id: lineId } });
  const here = (token: string) => <TakenHere lineId={lineId} token={token} />;
  return <AddPhotosDialog of={name} description={name} mint={{ data, error, isPending, ask }} here={here} onClose={onClose} />;
}

function TakenHere({ lineId, token }: { lineId: number; token: string }) {
  const source = useMemo(() => damageSource({ lineId, token }), [lineId, token]);
  return <UploadPanel source={source} head={(state) => <DamagedLine state={state} />} />;
}

function RemoveDialog({ lineId, photo, onClose }: { lineId: number; photo: DamagePhoto; onClose: () => void }) {
  const remove = useCommand(removeDamagePhoto, [damagePhotos]);
  const submit = () => remove.mutate({ params: { id: lineId, photoId: photo.id } }, { onSuccess: onClose });
  return <RemovePhotoDialog name={`${DAMAGE_SECTIONS[photo.section]}, ${photo.original_filename}`} command={remove} onConfirm={submit} onClose={onClose} />;
}
