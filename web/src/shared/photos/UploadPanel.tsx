import { isSectionDone } from '@stowage/contract/cases/case-shots';
import type { UploadState } from '@stowage/contract/photos/photo-uploads';
import { CircleCheck, QrCode } from 'lucide-react';
import type { ReactNode } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useUnsaved } from '../use-unsaved.ts';
import { SectionCard } from './SectionCard.tsx';
import type { UploadDelay } from './upload-queue.ts';
import type { UploadSource } from './upload-source.ts';
import { type Upload, useUpload } from './use-upload.ts';

interface UploadPanelProps<S extends UploadState> {
  /** Must be the same object in every rendering. */
  readonly source: UploadSource<S>;
  /** The photographed record, shown above the sections. */
  readonly head: (state: S) => ReactNode;
}

const DELAYS: Readonly<Record<UploadDelay, string>> = {
  connection: 'No connection. Photos are stored on this phone and sent when the connection is back.',
  space: 'The server has no space for files. Photos are stored on this phone and sent when there is space.',
};
const UNSTORED_DELAYS: Readonly<Record<UploadDelay, string>> = {
  connection: 'No connection. This phone can’t store photos: keep this page open until the connection is back.',
  space: 'The server has no space for files. This phone can’t store photos: keep this page open until there is space.',
};

/** Uploads the requested photos section by section, from the camera or the gallery. */
export function UploadPanel<S extends UploadState>({ source, head }: UploadPanelProps<S>) {
  const upload = useUpload(source);
  const { phase, queued } = upload;
  const waiting = queued.filter(({ refusal }) => refusal === undefined);
  const isUnstored = waiting.some(({ isStored }) => !isStored);
  useUnsaved(isUnstored);
  if (phase.name === 'opening')
    return <p role="status">{upload.delay === undefined ? `Opening ${source.name}...` : 'No connection. It is tried again every two seconds.'}</p>;
  if (phase.name === 'refused') return <LinkRefused message={phase.message} waiting={waiting.length} isUnstored={isUnstored} />;
  if (phase.name === 'finished') return <Finished name={source.name} photos={phase.photos} />;
  return (
    <div className="grid gap-4">
      {head(phase.state)}
      <Sections upload={upload} state={phase.state} queuedToSend={waiting.length} isUnstored={isUnstored} />
    </div>
  );
}

interface LinkRefusedProps {
  readonly message: string;
  readonly waiting?: number;
  /** Some of the waiting photos are not stored on this phone. */
  readonly isUnstored?: boolean;
}

export function LinkRefused({ message, waiting = 0, isUnstored = false }: LinkRefusedProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 py-10 text-center">
      <QrCode size={36} aria-hidden className="text-muted" />
      <h1 className="text-xl font-semibold">Ask for a new code</h1>
      <p>{message}</p>
      {waiting > 0 && (
        <p>
          {waiting} waiting.{' '}
          {isUnstored
            ? 'This phone can’t store photos: take them again with the new code.'
            : 'They stay on this device and are sent when you open a new code for the same photos here.'}
        </p>
      )}
    </div>
  );
}

function Finished({ name, photos }: { name: string; photos: number }) {
  return (
    <div role="status" className="grid justify-items-center gap-3 py-10 text-center">
      <CircleCheck size={40} aria-hidden className="text-good" />
      <h1 className="text-xl font-semibold">
        Thank you, {name}: {photos === 1 ? '1 photo' : `${photos} photos`}
      </h1>
      <p>You can close this page.</p>
    </div>
  );
}

interface SectionsProps {
  readonly upload: Upload;
  readonly state: UploadState;
  /** The photos in the queue that were not refused. */
  readonly queuedToSend: number;
  readonly isUnstored: boolean;
}

function Sections({ upload, state, queuedToSend, isUnstored }: SectionsProps) {
  const { queued, preparing, delay, problem, isBusy } = upload;
  const missing = state.sections.filter((section) => !isSectionDone(section));
  const waiting = queuedToSend + preparing;
  const refused = queued.length - queuedToSend;
  const sections = [...state.sections].sort((a, b) => Number(b.required > 0) - Number(a.required > 0));
  return (
    <>
      {delay !== undefined && <Banner tone="warn">{(isUnstored ? UNSTORED_DELAYS : DELAYS)[delay]}</Banner>}
      {sections.map((section) => (
        <SectionCard key={section.section} section={section} upload={upload} photos={state.photos.filter((photo) => photo.section === section.section)} />
      ))}
      <footer className="sticky bottom-0 -mx-4 grid gap-2 border-t border-line bg-canvas px-4 py-3">
        {/* Beside the sections it would be out of sight. */}
        {problem !== undefined && <Banner tone="bad">{problem}</Banner>}
        {waiting === 0 && missing.length > 1 ? (
          <details className="text-center">
            <summary className="min-h-7 cursor-pointer">
              <span role="status">Still missing: {missing.length} sections</span>
            </summary>
            {missing.map(({ name }) => name).join(', ')}
          </details>
        ) : (
          <p role="status" className="text-center">
            {waiting > 0
              ? `${waiting} waiting`
              : missing.length > 0
                ? `Still missing: ${missing[0]?.name}`
                : refused > 0
                  ? `${refused} refused`
                  : state.photos.length > 0
                    ? 'All photos are uploaded.'
                    : 'No photos yet.'}
          </p>
        )}
        <Button look="primary" size="bench" disabled={isBusy || missing.length > 0 || waiting > 0 || refused > 0} onClick={() => void upload.finish()}>
          Finish
        </Button>
        {refused > 0 && <p className="text-center text-bad">Remove the refused photos, then finish.</p>}
      </footer>
    </>
  );
}
