import { DOCUMENT_TYPES, mayChangeDocument, UPLOADED_TYPES } from '@stowage/contract/documents/document-types';
import { DOCUMENT_MAX_BYTES, documentCount, documentPage, uploadDocument } from '@stowage/contract/documents/documents';
import { RECIPIENT_DAYS } from '@stowage/contract/orders/recipient-days';
import { isPermitted } from '@stowage/contract/permissions';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/query.ts';
import { useSession } from '../../api/session.ts';
import { toast } from '../../ui/dialog/Toast.tsx';
import { SelectField } from '../../ui/form/Field.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { newId } from '../new-id.ts';
import { sizeText } from './document-text.ts';
import { type LinkChoice, LinkPicker, linkProblem, NO_LINK } from './LinkPicker.tsx';

interface UploadDialogProps {
  readonly files: readonly File[];
  /** The preselected link. */
  readonly link?: LinkChoice;
  readonly onClose: () => void;
}

const MAX_TEXT = `${DOCUMENT_MAX_BYTES / 1024 / 1024} MB`;

/** Documents of an order may show its recipient. */
const ORDERS_TEXT = `Documents of an order are removed for good ${RECIPIENT_DAYS} days after its delivery.`;

interface Sending {
  readonly file: File;
  /** The same for each attempt, so that a retry files nothing twice. With another type or link it is another document. */
  readonly clientId: string;
  /** The type and link with which it was sent under that id. */
  readonly sentAs?: string;
  readonly problem?: string;
}

/** Files dropped documents with a type and a link. */
export function UploadDialog({ files, link: given = NO_LINK, onClose }: UploadDialogProps) {
  const [type, setType] = useState<(typeof UPLOADED_TYPES)[number]>('OTHER');
  const [choice, setChoice] = useState(given);
  const [problem, setProblem] = useState<string>();
  const { link } = choice;
  const [open, setOpen] = useState<readonly Sending[]>(() => files.map((file) => ({ file, clientId: newId() })));
  /** The file that is being sent, and the share that was sent. */
  const [sending, setSending] = useState<{ readonly clientId: string; readonly share: number }>();
  const invalidate = useInvalidate();
  const roles = useSession()?.roles ?? [];
  const types = UPLOADED_TYPES.filter((one) => mayChangeDocument(one, (permission) => isPermitted(roles, permission)));
  const submit = async () => {
    const missing = linkProblem(choice);
    setProblem(missing);
    if (missing !== undefined) return;
    const left: Sending[] = [];
    const wanted = { type, ...(link && { link_kind: link.kind, link_id: link.id }) };
    const sentAs = JSON.stringify(wanted);
    const toSend = open.map((one) => ({ ...one, sentAs, ...(one.sentAs !== undefined && one.sentAs !== sentAs && { clientId: newId() }) }));
    setOpen(toSend);
    for (const one of toSend) {
      const onSent = (share: number) => setSending({ clientId: one.clientId, share });
      onSent(0);
      const refusal = await send(one, onSent, wanted).catch((error: Error) => error.message);
      if (refusal !== undefined) left.push({ ...one, problem: refusal });
    }
    await Promise.all([documentPage, documentCount].map(invalidate));
    setSending(undefined);
    setOpen(left);
    if (left.length > 0) return;
    toast('good', files.length === 1 ? `Filed: ${files[0]?.name}` : `${files.length} documents filed`);
    onClose();
  };
  return (
    <FormDialog
      title="File documents"
      description={`Each at most ${MAX_TEXT}.${link?.kind === 'ORDER' ? ` ${ORDERS_TEXT}` : ''}`}
      submitLabel={open.some(({ problem }) => problem !== undefined) ? 'Try again' : 'File'}
      isBusy={sending !== undefined}
      {...(sending && { busyLabel: progressText(open, sending) })}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <ul aria-label="Files" className="grid gap-1">
        {open.map(({ file, clientId, problem }) => (
          <li key={clientId}>
            <span className="font-medium [overflow-wrap:anywhere]">{file.name}</span> <span className="text-muted">{sizeText(file.size)}</span>
            {problem !== undefined && (
              <span role="alert" className="block font-medium text-bad">
                {problem}
              </span>
            )}
          </li>
        ))}
      </ul>
      <SelectField label="Type" options={types.map((value) => ({ value, label: DOCUMENT_TYPES[value].label }))} value={type} onText={setType} />
      <LinkPicker choice={choice} onChoice={setChoice} problem={problem} />
    </FormDialog>
  );
}

/** The progress of the file, and its number if there are several. */
function progressText(files: readonly Sending[], { clientId, share }: { readonly clientId: string; readonly share: number }): string {
  const which = files.length === 1 ? '' : `${files.findIndex((one) => one.clientId === clientId) + 1} of ${files.length}, `;
  return share < 1 ? `Sending ${which}${Math.floor(share * 100)} %` : 'Saving...';
}

type Wanted = Pick<Parameters<typeof call<typeof uploadDocument>>[1]['query'], 'type' | 'link_kind' | 'link_id'>;

/** @returns the reason why the file was not filed */
async function send({ file, clientId }: Sending, onProgress: (share: number) => void, wanted: Wanted): Promise<string | undefined> {
  if (file.size > DOCUMENT_MAX_BYTES) return `Larger than ${MAX_TEXT}: too large to be filed`;
  const body = new Uint8Array(await file.arrayBuffer());
  const { duplicates } = await call(uploadDocument, { query: { name: file.name, client_id: clientId, ...wanted }, body }, { onProgress });
  if (duplicates.length > 0) toast('bad', `${file.name} has the same content as ${duplicates.map(({ name }) => name).join(', ')}`);
  return undefined;
}
