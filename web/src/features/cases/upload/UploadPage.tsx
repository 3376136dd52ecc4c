import type { UploadState } from '@stowage/contract/case-photos';
import { isSectionDone } from '@stowage/contract/case-shots';
import { CircleCheck, QrCode } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Logo } from '../../../ui/Logo.tsx';
import { SectionCard } from './SectionCard.tsx';
import { type Upload, type UploadAddress, useUpload } from './use-upload.ts';

/** The page behind the QR code: a phone photographs what a claim needs, and nothing else of Stowage can be reached from it. */
export function UploadPage({ address }: { address: UploadAddress | undefined }) {
  return (
    <div className="mx-auto grid min-h-dvh max-w-xl content-start gap-4 p-4">
      <header className="flex min-h-10 items-center">
        <Logo isCompact={false} />
      </header>
      <main className="grid gap-4">
        {address === undefined ? <Refused message="This link is not complete. Ask for a new code." /> : <Opened address={address} />}
      </main>
    </div>
  );
}

function Opened({ address }: { address: UploadAddress }) {
  const upload = useUpload(address);
  const { phase } = upload;
  if (phase.name === 'opening') return <p role="status">Opening case {address.caseId}...</p>;
  if (phase.name === 'refused') return <Refused message={phase.message} waiting={upload.queued.length} />;
  if (phase.name === 'finished') return <Finished caseId={address.caseId} photos={phase.photos} />;
  return <Sections upload={upload} state={phase.state} />;
}

function Refused({ message, waiting = 0 }: { message: string; waiting?: number }) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 py-10 text-center">
      <QrCode size={36} aria-hidden className="text-muted" />
      <h1 className="text-xl font-semibold">Ask for a new code</h1>
      <p>{message}</p>
      {waiting > 0 && <p>{waiting} waiting: they are kept on this phone and go on when you open a new code of the same case here.</p>}
    </div>
  );
}

function Finished({ caseId, photos }: { caseId: number; photos: number }) {
  return (
    <div role="status" className="grid justify-items-center gap-3 py-10 text-center">
      <CircleCheck size={40} aria-hidden className="text-good" />
      <h1 className="text-xl font-semibold">
        Thank you, case {caseId}: {photos === 1 ? '1 photo' : `${photos} photos`}
      </h1>
      <p>You can close this page.</p>
    </div>
  );
}

function Sections({ upload, state }: { upload: Upload; state: UploadState }) {
  const { queued, preparing, isHeldUp, problem, isBusy } = upload;
  const undone = state.sections.filter((section) => !isSectionDone(section));
  const waiting = queued.length + preparing;
  const refused = queued.filter(({ refusal }) => refusal !== undefined).length;
  const sections = [...state.sections].sort((a, b) => Number(b.required > 0) - Number(a.required > 0));
  return (
    <>
      <Product state={state} />
      {isHeldUp && <Banner tone="warn">No connection. Photos are kept on this phone and sent when it is back.</Banner>}
      {problem !== undefined && <Banner tone="bad">{problem}</Banner>}
      {sections.map((section) => (
        <SectionCard key={section.section} section={section} upload={upload} photos={state.photos.filter((photo) => photo.section === section.section)} />
      ))}
      <footer className="sticky bottom-0 -mx-4 grid gap-2 border-t border-line bg-canvas px-4 py-3">
        {waiting === 0 && undone.length > 1 ? (
          <details className="text-center">
            <summary className="min-h-6 cursor-pointer">
              <span role="status">Still missing: {undone.length} sections</span>
            </summary>
            {undone.map(({ name }) => name).join(', ')}
          </details>
        ) : (
          <p role="status" className="text-center">
            {waiting > 0 ? `${waiting} waiting` : undone.length > 0 ? `Still missing: ${undone[0]?.name}` : 'Everything is there.'}
          </p>
        )}
        <Button look="primary" size="bench" disabled={isBusy || undone.length > 0 || waiting > 0} onClick={() => void upload.finish()}>
          Finish
        </Button>
        {refused > 0 && <p className="text-center text-bad">Remove the photos that were not taken, then finish.</p>}
      </footer>
    </>
  );
}

function Product({ state }: { state: UploadState }) {
  return (
    <section aria-label="What was expected" className="flex gap-3 rounded-card border border-line bg-surface p-3">
      <ExpectedPicture url={state.image_url} />
      <div className="min-w-0">
        <h1 className="text-lg font-semibold">Case {state.caseId}</h1>
        <p className="break-words">{state.item_name ?? 'Unknown product'}</p>
        <p className="text-[13px] break-words text-muted">
          {state.quantity} × {state.fnsku} · {state.disposition ?? 'None'} · {state.tracking_number}
        </p>
      </div>
    </section>
  );
}

/** Without a picture nothing stands there: on a phone's small page its place is worth more. */
function ExpectedPicture({ url }: { url: string | null }) {
  const [hasFailed, setFailed] = useState(false);
  if (url === null || hasFailed) return null;
  const look = 'size-20 shrink-0 rounded border border-line bg-white object-contain';
  return <img src={url} alt="What was expected" referrerPolicy="no-referrer" className={look} onError={() => setFailed(true)} />;
}
