import { DOCUMENT_TYPES, type DocumentTypeName, LINKABLE, type Linkable } from '@stowage/contract/documents/document-types';
import { DOCUMENTS_PAGE_SIZE, type DocumentRow, documentContent, documentPage } from '@stowage/contract/documents/documents';
import { isPermitted } from '@stowage/contract/permissions';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { download } from '../../api/download.ts';
import { queryFor } from '../../api/query.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { When } from '../../ui/format/When.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/States.tsx';
import { CursorPages } from '../../ui/table/CursorPages.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { SaveFileButton } from '../files/SaveFileButton.tsx';
import { documentPath } from './document-text.ts';
import { UploadDialog } from './UploadDialog.tsx';

interface RecordDocumentsProps {
  readonly kind: Linkable;
  readonly id: string;
  /** What the record is called. */
  readonly label: string;
  /** What the record's page shows by itself already. */
  readonly without?: DocumentTypeName;
  /** Of the heading. */
  readonly level?: 2 | 4;
}

/** So many stand there at first. */
const SHOWN = 5;

/** The documents of a record, on its own page; nothing where whoever is signed in may not read them. */
export function RecordDocuments(props: RecordDocumentsProps) {
  const roles = useSession()?.roles ?? [];
  const mayRead = isPermitted(roles, 'documents.read') && isPermitted(roles, LINKABLE[props.kind].area);
  return mayRead ? <Documents key={`${props.kind} ${props.id}`} mayAdd={isPermitted(roles, 'documents.write')} {...props} /> : null;
}

function Documents({ kind, id, label, without, level = 2, mayAdd }: RecordDocumentsProps & { mayAdd: boolean }) {
  const [pages, setPages] = useState<readonly string[]>([]);
  const [isAll, setAll] = useState(false);
  const before = pages.at(-1);
  const list = useQuery({ ...queryFor(documentPage, { query: { link_kind: kind, link_id: id, before } }), placeholderData: keepPreviousData });
  const rows = list.data?.rows.filter(({ type }) => type !== without);
  const next = list.data?.next ?? null;
  const isShort = !isAll && next === null && (rows?.length ?? 0) > SHOWN;
  return (
    <Card title="Documents" level={level} aside={mayAdd && <AddButton kind={kind} id={id} label={label} />}>
      {list.isPending && <SkeletonRows count={2} />}
      {list.data === undefined && list.isError && (
        <ErrorState title="The documents could not be loaded" detail={list.error.message} onRetry={() => void list.refetch()} />
      )}
      {rows?.length === 0 && <EmptyState title="No documents yet" />}
      {rows !== undefined && rows.length > 0 && (
        <DataTable label="Documents" columns={COLUMNS} rows={isShort ? rows.slice(0, SHOWN) : rows} keyOf={(row) => row.id} />
      )}
      {isShort && (
        <p className="px-4 py-2.5">
          <Button size="small" onClick={() => setAll(true)}>
            Show all {rows?.length}
          </Button>
        </p>
      )}
      {(next !== null || before !== undefined) && (
        <CursorPages
          label="Pages of the documents"
          size={DOCUMENTS_PAGE_SIZE}
          isLoading={list.isPlaceholderData}
          onFirst={before === undefined ? undefined : () => setPages([])}
          onPrevious={before === undefined ? undefined : () => setPages(pages.slice(0, -1))}
          onNext={next === null ? undefined : () => setPages([...pages, next])}
        />
      )}
    </Card>
  );
}

const COLUMNS: readonly Column<DocumentRow>[] = [
  {
    heading: 'Name',
    isTitle: true,
    cell: ({ id, name }) => (
      <a href={documentPath(id)} className="inline-flex min-h-8 items-center text-accent underline [overflow-wrap:anywhere] max-sm:min-h-11">
        {name}
      </a>
    ),
  },
  { heading: 'Type', cell: ({ type }) => DOCUMENT_TYPES[type].label },
  { heading: 'Date', cell: ({ filed_at }) => <When text={filed_at} /> },
  {
    heading: 'Download',
    isAction: true,
    cell: ({ id, name }) => (
      <SaveFileButton
        size="small"
        label="Download"
        name={`Download ${name}`}
        save={() => download(documentContent, { params: { id }, query: {} }, name)}
        problem={(error) => `It could not be saved: ${error instanceof Error ? error.message : error}`}
      />
    ),
  },
];

function AddButton({ kind, id, label }: Pick<RecordDocumentsProps, 'kind' | 'id' | 'label'>) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={`Documents to file with ${label}`}
        onChange={({ target }) => {
          setFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()}>
        <Plus size={16} aria-hidden /> Add
      </Button>
      {files.length > 0 && <UploadDialog files={files} link={{ kind, link: { kind, id, label } }} onClose={() => setFiles([])} />}
    </>
  );
}
