import { DOCUMENT_TYPES, LINKABLE_KINDS, mayChangeDocument, UPLOADED_TYPES } from '@stowage/contract/documents/document-types';
import { type DocumentDetail, documentContent, documentPage, getDocument, relinkDocument, replaceDocument } from '@stowage/contract/documents/documents';
import { messageOf } from '@stowage/contract/errors';
import { isPermitted } from '@stowage/contract/permissions';
import { useRef, useState } from 'react';
import { download } from '../../api/download.ts';
import { useLiveQuery } from '../../api/live-query.ts';
import { useCommand } from '../../api/query.ts';
import { useSession } from '../../api/session.ts';
import { linkPath, sizeText } from '../../shared/documents/document-text.ts';
import { type LinkChoice, LinkPicker, linkProblem, NO_LINK } from '../../shared/documents/LinkPicker.tsx';
import { SaveFileButton } from '../../shared/files/SaveFileButton.tsx';
import { RecordNeighbors } from '../../shared/list/RecordNeighbors.tsx';
import { Button } from '../../ui/Button.tsx';
import { Drawer } from '../../ui/dialog/Drawer.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';
import { type Fact, Facts } from '../../ui/Facts.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { Identifier } from '../../ui/format/Identifier.tsx';
import { When } from '../../ui/format/When.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { useLastRow } from '../../ui/table/rows/use-last-row.ts';
import { RestoreButton } from './DocumentActions.tsx';
import { DocumentPreview } from './DocumentPreview.tsx';
import { PurgeButton } from './PurgeButton.tsx';

interface DocumentDrawerProps {
  /** The drawer is closed without one. */
  readonly id: number | undefined;
  readonly mayDelete: boolean;
  readonly mayPurge: boolean;
  readonly onClose: () => void;
  readonly onOpen: (id: number) => void;
}

/** One document: its preview, its details and its earlier versions. */
export function DocumentDrawer({ id, ...rest }: DocumentDrawerProps) {
  const lastRow = useLastRow(id);
  return (
    <Drawer label="Document" side="right" isWide open={id !== undefined} onClose={rest.onClose} returnFocusTo={lastRow}>
      {id !== undefined && (
        <div className="flex min-h-14 items-center px-5 pt-2">
          <RecordNeighbors list="documents" record={String(id)} onOpen={(next) => rest.onOpen(Number(next))} />
        </div>
      )}
      {id !== undefined && <Loader key={id} id={id} {...rest} />}
    </Drawer>
  );
}

function Loader({ id, ...rest }: DocumentDrawerProps & { id: number }) {
  const query = useLiveQuery(getDocument, { params: { id } }, { retry: false });
  return (
    <QueryResult query={query} rows={6} failure={({ message }) => message}>
      {(document) => <Loaded document={document} {...rest} />}
    </QueryResult>
  );
}

interface LoadedProps extends Omit<DocumentDrawerProps, 'id'> {
  readonly document: DocumentDetail;
}

function Loaded({ document, mayDelete, mayPurge, onClose, onOpen }: LoadedProps) {
  const roles = useSession()?.roles ?? [];
  const mayChange = mayChangeDocument(document.type, (permission) => isPermitted(roles, permission));
  const { id, name, versions, duplicates, is_elsewhere, deleted_at } = document;
  const save = (version?: number, called = name) => download(documentContent, { params: { id }, query: { version } }, called);
  const problem = (error: unknown) => `It could not be saved: ${messageOf(error)}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5">
      <h2 className="pr-10 text-lg font-semibold [overflow-wrap:anywhere]">{name}</h2>
      <div className="flex flex-wrap gap-2">
        <SaveFileButton label="Save" name={`Save ${name}`} save={() => save()} problem={problem} />
        {mayChange && !is_elsewhere && deleted_at === null && <Changes document={document} />}
        {mayDelete && !is_elsewhere && deleted_at !== null && <RestoreButton size="normal" chosen={[document]} onDone={() => {}} />}
        {mayPurge && !is_elsewhere && deleted_at !== null && <PurgeButton document={document} onDone={onClose} />}
      </div>
      <DocumentPreview document={document} />
      <DocumentFacts document={document} />
      {duplicates.length > 0 && (
        <section aria-label="Same content">
          <h3 className="font-semibold">Same content</h3>
          <ul>
            {duplicates.map((other) => (
              <li key={other.id}>
                <button type="button" className="min-h-8 text-left text-accent underline" onClick={() => onOpen(other.id)}>
                  {other.name}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {versions.length > 0 && (
        <section aria-label="Versions">
          <h3 className="mb-1 font-semibold">Versions before</h3>
          <ul className="grid gap-2">
            {versions.map((version) => (
              <li key={version.version} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span>{version.version}</span> <span className="[overflow-wrap:anywhere]">{version.name}</span> <span>{sizeText(version.bytes)}</span>
                <When text={version.filed_at} /> <span>{version.uploaded_by ?? 'System'}</span>
                <SaveFileButton
                  size="small"
                  label="Save"
                  name={`Save version ${version.version}`}
                  save={() => save(version.version, version.name)}
                  problem={problem}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function DocumentFacts({ document }: { document: DocumentDetail }) {
  const { link } = document;
  const facts: readonly Fact[] = [
    ['Type', DOCUMENT_TYPES[document.type].label],
    [
      'Linked to',
      link === null ? (
        'Nothing'
      ) : (
        <a key="link" href={linkPath(link)} className="link">
          {link.label}
        </a>
      ),
    ],
    ['Vendor', document.vendor ?? 'N/A'],
    ['Size', sizeText(document.bytes)],
    ['Filed', <When key="filed" text={document.filed_at} />],
    ['By', document.uploaded_by ?? 'System'],
    ['Stored until', document.keep_until === null ? 'No end' : <When key="stored" text={document.keep_until} />],
    ...(document.deleted_at === null ? [] : deletionOf(document)),
    ['SHA-256', document.sha256 === null ? 'N/A' : <Identifier key="hash" value={document.sha256} label="SHA-256" />],
  ];
  return <Facts facts={facts} />;
}

function deletionOf({ deleted_at, deleted_by, gone_at, is_elsewhere }: DocumentDetail): readonly Fact[] {
  return [
    ['Deleted', deleted_at !== null && <When key="deleted" text={deleted_at} />],
    ['Deleted by', deleted_by ?? (is_elsewhere ? 'With its record' : 'System')],
    [
      'Can be restored',
      gone_at === null ? (
        'With its record'
      ) : (
        <span key="gone">
          Until <When text={gone_at} />
        </span>
      ),
    ],
  ];
}

function Changes({ document }: { document: DocumentDetail }) {
  const { id, type, version: seen } = document;
  const isMade = !(UPLOADED_TYPES as readonly string[]).includes(type);
  const [isLinking, setLinking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const replace = useCommand(replaceDocument, [getDocument, documentPage]);
  const send = async (file: File) => {
    const body = new Uint8Array(await file.arrayBuffer());
    await replace.mutateAsync({ params: { id }, query: { name: file.name, version: seen }, body }).then(
      ({ version }) => toast('good', `Replaced: version ${version}`),
      ({ message }: Error) => toast('bad', message),
    );
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label="File that replaces it"
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file !== undefined) void send(file);
        }}
      />
      {!isMade && (
        <Button disabled={replace.isPending} onClick={() => input.current?.click()}>
          {replace.isPending ? 'Replacing...' : 'Replace'}
        </Button>
      )}
      <Button onClick={() => setLinking(true)}>Link</Button>
      {isLinking && <LinkDialog document={document} onClose={() => setLinking(false)} />}
    </>
  );
}

function LinkDialog({ document: { id, name, link }, onClose }: { document: DocumentDetail; onClose: () => void }) {
  const kind = LINKABLE_KINDS.find((one) => one === link?.kind);
  const [choice, setChoice] = useState<LinkChoice>(link === null || kind === undefined ? NO_LINK : { kind, link: { kind, id: link.id, label: link.label } });
  const [problem, setProblem] = useState<string>();
  const [seen] = useState({ link_kind: link?.kind ?? null, link_id: link?.id ?? null });
  const relink = useCommand(relinkDocument, [getDocument, documentPage]);
  return (
    <FormDialog
      title="Link document"
      description={name}
      submitLabel="Save"
      command={relink}
      onSubmit={() => {
        const missing = linkProblem(choice);
        setProblem(missing);
        if (missing !== undefined) return;
        const picked = choice.link;
        const body = { ...(picked !== undefined && { link_kind: picked.kind, link_id: picked.id }), seen };
        relink.mutate({ params: { id }, body }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <LinkPicker choice={choice} onChoice={setChoice} problem={problem} />
    </FormDialog>
  );
}
