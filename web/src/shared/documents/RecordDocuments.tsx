import { DOCUMENT_TYPES, type DocumentTypeName, LINKABLE, type Linkable } from '@stowage/contract/documents/document-types';
import { DOCUMENTS_PAGE_SIZE, type DocumentRow, documentContent, documentPage } from '@stowage/contract/documents/documents';
import { messageOf } from '@stowage/contract/errors';
import { isPermitted } from '@stowage/contract/permissions';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { download } from '../../api/download.ts';
import { useListQuery } from '../../api/live-query.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { When } from '../../ui/format/When.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import { CursorPages } from '../../ui/table/CursorPages.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { useCursorList } from '../../ui/table/list-address.ts';
import { SaveFileButton } from '../files/SaveFileButton.tsx';
import { documentPath } from './document-text.ts';
import { UploadDialog } from './UploadDialog.tsx';

interface RecordDocumentsProps {
  readonly kind: Linkable;
  readonly id: string;
  /** The name of the record. */
  readonly label: string;
  /** A type that the record's page shows elsewhere. */
  readonly without?: DocumentTypeName;
  /** The level of the heading. */
  readonly level?: 2 | 4;
}

/** The number of documents shown before "Show all". */
const SHOWN = 5;

/** The documents of a record, for its page. Shows nothing to people who may not read them. */
export function RecordDocuments(props: RecordDocumentsProps) {
  const roles = useSession()?.roles ?? [];
  const mayRead = isPermitted(roles, 'documents.read') && isPermitted(roles, LINKABLE[props.kind].area);
  return mayRead ? <Documents key={`${props.kind} ${props.id}`} mayAdd={isPermitted(roles, 'documents.write')} {...props} /> : null;
}

function Documents({ kind, id, label, without, level = 2, mayAdd }: RecordDocumentsProps & { mayAdd: boolean }) {
  const [address, onAddress] = useState<{ before?: string | undefined }>({});
  const { pages } = useCursorList({ address, onAddress, cursor: 'before' });
  const [isAll, setAll] = useState(false);
  const list = useListQuery(documentPage, { query: { link_kind: kind, link_id: id, ...address } });
  return (
    <Card title="Documents" level={level} aside={mayAdd && <AddButton kind={kind} id={id} label={label} />}>
      <QueryResult query={list} rows={2} failure="The documents could not be loaded">
        {({ rows, next }) => <Rows rows={rows.filter(({ type }) => type !== without)} isShort={!isAll && next === null} onAll={() => setAll(true)} />}
      </QueryResult>
      <CursorPages label="Pages of the documents" size={DOCUMENTS_PAGE_SIZE} isLoading={list.isPlaceholderData} {...pages(list.data?.next)} />
    </Card>
  );
}

function Rows({ rows, isShort, onAll }: { rows: readonly DocumentRow[]; isShort: boolean; onAll: () => void }) {
  if (rows.length === 0) return <EmptyState title="No documents yet" />;
  const isCut = isShort && rows.length > SHOWN;
  return (
    <>
      <DataTable label="Documents" columns={COLUMNS} rows={isCut ? rows.slice(0, SHOWN) : rows} keyOf={(row) => row.id} />
      {isCut && (
        <p className="px-4 py-2.5">
          <Button size="small" onClick={onAll}>
            Show all {rows.length}
          </Button>
        </p>
      )}
    </>
  );
}

const COLUMNS: readonly Column<DocumentRow>[] = [
  {
    heading: 'Name',
    isTitle: true,
    cell: ({ id, name }) => (
      <a href={documentPath(id)} className="link min-h-8 [overflow-wrap:anywhere] max-sm:min-h-11">
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
        problem={(error) => `It could not be saved: ${messageOf(error)}`}
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
