import type { PhotoSectionState, UploadedPhoto } from '@stowage/contract/photos/photo-uploads';
import { Camera, Check, Images, Trash2 } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/form/Field.tsx';
import { Form } from '../../ui/form/Form.tsx';
import type { QueuedPhoto } from './upload-queue.ts';
import type { Upload } from './use-upload.ts';

interface SectionCardProps {
  readonly section: PhotoSectionState;
  readonly photos: readonly UploadedPhoto[];
  readonly upload: Upload;
}

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,image/heif';
const WARNINGS = { dark: 'Very dark. Take it again with more light?', blurred: 'Looks blurred. Take it again?' } as const;

/** One section of photos: the camera, the gallery, its photos, and a way to explain why they cannot be taken. */
export function SectionCard({ section, photos, upload }: SectionCardProps) {
  const { required, taken, name, cannot_take } = section;
  const queued = upload.queued.filter((photo) => photo.section === section.section);
  const isDone = required > 0 && taken >= required;
  return (
    <section aria-label={name} className={`grid gap-3 rounded-card border bg-surface p-3 ${isDone ? 'border-good' : 'border-line'}`}>
      <h2 className="flex items-center justify-between gap-2 text-base font-semibold">
        {name}
        <span className={`flex items-center gap-1 text-[13px] font-medium ${isDone ? 'text-good' : 'text-muted'}`}>
          {isDone && <Check size={15} aria-hidden />}
          {required > 0 ? `${taken} of ${required}` : taken > 0 ? `${taken}` : 'optional'}
        </span>
      </h2>
      <ul className="grid grid-cols-3 gap-2 empty:hidden">
        {photos.map((photo) => (
          <Tile
            key={photo.clientPhotoId}
            picture={photo.thumbnail_url}
            label={name}
            onRemove={photo.can_remove ? () => void upload.remove(photo.clientPhotoId) : undefined}
          />
        ))}
        {queued.map((photo) => (
          <Tile key={photo.id} picture={photo.preview} label={name} queued={photo} onRemove={() => void upload.remove(photo.id)} />
        ))}
      </ul>
      <Pickers section={section} isDone={isDone || required === 0} upload={upload} />
      {upload.canExplain && required > taken && <CannotTake section={section} upload={upload} />}
      {cannot_take !== null && taken >= required && required > 0 && <p className="text-[13px] text-muted">Earlier reason: {cannot_take}</p>}
    </section>
  );
}

function Tile({ picture, label, queued, onRemove }: { picture: string; label: string; queued?: QueuedPhoto; onRemove: (() => void) | undefined }) {
  const [hasFailed, setFailed] = useState(false);
  const note = queued?.refusal ?? (queued?.warning && WARNINGS[queued.warning]);
  return (
    <li className="grid content-start gap-1">
      <span className="relative block aspect-square overflow-hidden rounded-md border border-line bg-sunken">
        {hasFailed ? (
          <span className="grid size-full place-items-center p-2 text-center text-xs text-muted">No preview</span>
        ) : (
          <img src={picture} alt={label} className="size-full object-cover" onError={() => setFailed(true)} />
        )}
        {onRemove !== undefined && (
          <button
            type="button"
            aria-label={`Remove a photo: ${label}`}
            onClick={onRemove}
            className="absolute top-1 right-1 grid size-11 place-items-center rounded-md border border-edge bg-surface text-bad"
          >
            <Trash2 size={18} aria-hidden />
          </button>
        )}
      </span>
      {queued !== undefined && queued.refusal === undefined && (
        <progress aria-label={`Sending ${queued.name}`} className="h-1.5 w-full" value={queued.sentBytes} max={queued.totalBytes} />
      )}
      {note !== undefined && <span className={`text-xs ${queued?.refusal === undefined ? 'text-warn' : 'font-medium text-bad'}`}>{note}</span>}
    </li>
  );
}

function Pickers({ section: { section, name }, isDone, upload }: { section: PhotoSectionState; isDone: boolean; upload: Upload }) {
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const chosen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // Cleared, so that the same photo can be chosen again after it was removed.
    target.value = '';
    void upload.add(section, files);
  };
  const hidden = { type: 'file', accept: ACCEPTED, className: 'sr-only', tabIndex: -1, onChange: chosen } as const;
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button size="bench" look={isDone ? 'secondary' : 'primary'} aria-label={`Camera: ${name}`} onClick={() => camera.current?.click()}>
        <Camera size={20} aria-hidden /> Camera
      </Button>
      <Button size="bench" aria-label={`Gallery: ${name}`} onClick={() => gallery.current?.click()}>
        <Images size={20} aria-hidden /> Gallery
      </Button>
      <input ref={camera} {...hidden} aria-label={`Take a photo: ${name}`} capture="environment" />
      <input ref={gallery} {...hidden} aria-label={`Choose photos: ${name}`} multiple />
    </div>
  );
}

function CannotTake({ section: { section, name, cannot_take }, upload }: { section: PhotoSectionState; upload: Upload }) {
  const [text, setText] = useState<string>();
  if (cannot_take !== null) {
    return (
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span>Cannot take: {cannot_take}</span>
        <Button size="small" className="min-h-11" disabled={upload.isBusy} onClick={() => void upload.explain(section, null)}>
          I can take it now
        </Button>
      </p>
    );
  }
  if (text === undefined) {
    return (
      <Button look="quiet" className="min-h-11 justify-self-start" aria-label={`Cannot take: ${name}`} onClick={() => setText('')}>
        Cannot take
      </Button>
    );
  }
  const submit = async () => {
    if (text.trim() === '') return;
    if (await upload.explain(section, text.trim())) setText(undefined);
  };
  return (
    <Form onSubmit={submit} className="grid gap-2">
      <TextField label="Why can it not be taken?" autoFocus required maxLength={300} value={text} onText={setText} />
      <div className="flex gap-2">
        <Button type="submit" className="min-h-11" disabled={upload.isBusy}>
          Save
        </Button>
        <Button look="quiet" className="min-h-11" onClick={() => setText(undefined)}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
