import type { CaseUploadState } from '@stowage/contract/cases/case-photos';
import { useState } from 'react';

/** The case and the expected product. */
export function Expected({ state }: { state: CaseUploadState }) {
  return (
    <section aria-label="Expected product" className="flex gap-3 rounded-card border border-line bg-surface p-3">
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

/** The picture takes no space when there is none, because a phone's page is small. */
function ExpectedPicture({ url }: { url: string | null }) {
  const [hasFailed, setFailed] = useState(false);
  if (url === null || hasFailed) return null;
  const look = 'size-20 shrink-0 rounded border border-line bg-white object-contain';
  return <img src={url} alt="Expected product" referrerPolicy="no-referrer" className={look} onError={() => setFailed(true)} />;
}
