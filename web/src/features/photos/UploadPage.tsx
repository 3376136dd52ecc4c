import { useMemo } from 'react';
import { DamagedLine } from '../../shared/photos/DamagedLine.tsx';
import { damageSource } from '../../shared/photos/damage-source.ts';
import { PackedItems } from '../../shared/photos/PackedItems.tsx';
import { packSource } from '../../shared/photos/pack-source.ts';
import { LinkRefused, UploadPanel } from '../../shared/photos/UploadPanel.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { caseSource } from './case-source.ts';
import { Expected } from './Expected.tsx';
import type { UploadAddress } from './upload-address.ts';

/** The page behind a QR code, on which a phone uploads photos. It gives no access to the rest of Stowage. */
export function UploadPage({ address }: { address: UploadAddress | undefined }) {
  return (
    <div className="mx-auto grid min-h-dvh max-w-xl content-start gap-4 p-4">
      <header className="flex min-h-10 items-center">
        <Logo isCompact={false} />
      </header>
      <main className="grid gap-4">
        {address === undefined ? (
          <LinkRefused message="This link is not complete. Ask for a new code." />
        ) : 'caseId' in address ? (
          <CasePhotos {...address} />
        ) : 'lineId' in address ? (
          <LinePhotos {...address} />
        ) : (
          <PackPhotos {...address} />
        )}
      </main>
    </div>
  );
}

function CasePhotos({ caseId, token }: { caseId: number; token: string }) {
  const source = useMemo(() => caseSource({ caseId, token }), [caseId, token]);
  return <UploadPanel source={source} head={(state) => <Expected state={state} />} />;
}

function LinePhotos({ lineId, token }: { lineId: number; token: string }) {
  const source = useMemo(() => damageSource({ lineId, token }), [lineId, token]);
  return <UploadPanel source={source} head={(state) => <DamagedLine state={state} />} />;
}

function PackPhotos({ orderId, token }: { orderId: string; token: string }) {
  const source = useMemo(() => packSource({ orderId, token }), [orderId, token]);
  return (
    <UploadPanel
      source={source}
      head={(state) => (
        <>
          <h1 className="text-lg font-semibold break-words">Order {state.orderId}</h1>
          <PackedItems items={state.items} />
        </>
      )}
    />
  );
}
