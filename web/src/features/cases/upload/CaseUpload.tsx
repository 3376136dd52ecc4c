import { qrCreateCase } from '@stowage/contract/cases/case-detail';
import { CASE_MESSAGES } from '@stowage/contract/cases/cases';
import { useEffect, useEffectEvent, useState } from 'react';
import { mayPass, RefusedError } from '../../../api/problem.ts';
import { useCommand } from '../../../api/query.ts';
import { newId } from '../../../shared/new-id.ts';
import { UploadQr } from '../../../shared/photos/UploadQr.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { LivePhotos } from './LivePhotos.tsx';

interface CaseUploadProps {
  /** The tracking row. */
  readonly line: object;
  readonly disposition: { readonly id: number; readonly disposition: string };
  readonly quantity: number;
  readonly trackingNumber: string;
  readonly onCreated?: (caseId: number) => void;
  /** Called when the server refused the case. Without an answer, the case may exist. */
  readonly onRefused?: () => void;
}

/**
 * Opens a case for units of a returned line when it is mounted, and then shows the QR code for a phone and the photos as they
 * arrive. Give each case a key of its own, because each mount opens one.
 */
export function CaseUpload({ line, disposition, quantity, trackingNumber, onCreated, onRefused }: CaseUploadProps) {
  // A retry sends the same id, so that it opens no second case.
  const [clientId] = useState(newId);
  const create = useCommand(qrCreateCase);
  const open = () =>
    create.mutate(
      { body: { dispositionId: disposition.id, quantity, trackingNumber, data: { ...line }, clientId } },
      {
        onSuccess: ([code]) => code !== undefined && onCreated?.(code.caseId),
        onError: (error) => !mayPass(error) && onRefused?.(),
      },
    );
  const openOnMount = useEffectEvent(open);
  useEffect(() => openOnMount(), []);

  const [code] = create.data ?? [];
  if (create.isError) {
    return (
      <Banner tone="bad">
        <p>{CASE_MESSAGES.notCreated}</p>
        {create.error instanceof RefusedError && create.error.message !== CASE_MESSAGES.notCreated && <p className="font-normal">{create.error.message}</p>}
        <Button size="small" className="mt-2" onClick={open}>
          Try again
        </Button>
      </Banner>
    );
  }
  if (create.data !== undefined && !code?.qrToken) return <Banner tone="bad">{CASE_MESSAGES.noCode}</Banner>;
  if (code === undefined) return <p role="status">Creating the case...</p>;
  return (
    <section aria-label={`Case ${code.caseId}`} className="grid gap-4 rounded-card border border-line p-4 sm:grid-cols-[auto_minmax(0,1fr)]">
      <div className="grid max-w-80 content-start gap-2">
        <h3 className="text-base font-semibold">Case {code.caseId}</h3>
        <UploadQr code={code} of={`case ${code.caseId}`} />
      </div>
      <LivePhotos caseId={code.caseId} />
    </section>
  );
}
