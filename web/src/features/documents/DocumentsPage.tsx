import { DOCUMENT_TYPE_NAMES } from '@stowage/contract/documents/document-types';
import {
  DOCUMENT_SORTS,
  DOCUMENTS_PAGE_SIZE,
  type DocumentRow,
  type DocumentSort,
  documentCount,
  documentPage,
  exportDocuments,
} from '@stowage/contract/documents/documents';
import { useState } from 'react';
import { useListQuery } from '../../api/live-query.ts';
import { UploadDialog } from '../../shared/documents/UploadDialog.tsx';
import { ExportButton } from '../../shared/files/ExportButton.tsx';
import { FilePicker } from '../../shared/files/FilePicker.tsx';
import { ListBar } from '../../shared/list/ListBar.tsx';
import { ListTable } from '../../shared/list/ListTable.tsx';
import { SelectionBar } from '../../shared/list/SelectionBar.tsx';
import { useList } from '../../shared/list/use-list.ts';
import { useListSelection } from '../../shared/list/use-list-selection.tsx';
import { Card } from '../../ui/Card.tsx';
import { dateFormat } from '../../ui/format/date-time.ts';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import { CursorPages } from '../../ui/table/CursorPages.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { useCursorList } from '../../ui/table/list-address.ts';
import { DocumentActions } from './DocumentActions.tsx';
import { DocumentDrawer } from './DocumentDrawer.tsx';
import { DocumentFilters, documentChips } from './DocumentFilters.tsx';
import { documentColumns } from './document-columns.tsx';
import type { DocumentsAddress } from './documents-address.ts';

interface DocumentsPageProps extends AddressProps<DocumentsAddress> {
  readonly mayWrite: boolean;
  /** Deletes documents, and sees and restores deleted ones. */
  readonly mayDelete: boolean;
  /** Removes deleted documents permanently. */
  readonly mayPurge: boolean;
}

/** All documents, imported, uploaded or generated, by type and by the record that they belong to. */
export function DocumentsPage({ address, onAddress, mayWrite, mayDelete, mayPurge }: DocumentsPageProps) {
  const [files, setFiles] = useState<readonly File[]>([]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {mayWrite && (
        <FilePicker
          label="Documents to file"
          text="Drag and drop PDFs, pictures, tables or ZIPs here, or click to select them"
          accept=""
          isMultiple
          isBusy={false}
          onFiles={setFiles}
        />
      )}
      <DocumentsCard key={address.deleted ? 'deleted' : 'kept'} {...{ address, onAddress, mayDelete, mayPurge }} />
      {files.length > 0 && <UploadDialog files={files} onClose={() => setFiles([])} />}
      <DocumentDrawer
        id={address.document}
        {...{ mayDelete, mayPurge }}
        onClose={() => onAddress({ document: undefined })}
        onOpen={(document) => onAddress({ document })}
      />
    </div>
  );
}

function DocumentsCard({ address, onAddress, mayDelete, mayPurge }: Omit<DocumentsPageProps, 'mayWrite'>) {
  const { q, vendor, from, to, before } = address;
  // Other people never see deleted documents, even if the address asks for them.
  const isDeleted = mayDelete && address.deleted === true;
  const type = DOCUMENT_TYPE_NAMES.find((one) => one === address.type);
  const { narrow, pages } = useCursorList({ address, onAddress, cursor: 'before' });
  const matching = { search: q, type, vendor, from, to, timeZone: dateFormat().timeZone, deleted: isDeleted ? 'true' : 'false' };
  const { sort = 'filed_at', ascending = false } = address;
  const list = useListQuery(documentPage, { query: { ...matching, sort, ascending: String(ascending), before } });
  // The CSV has all that match, by the date of filing.
  const order = { ascending: String(sort === 'filed_at' && ascending) };
  const counted = useListQuery(documentCount, { query: matching });
  const rows = list.data?.rows ?? [];
  const next = list.data?.next ?? undefined;
  const onOpen = ({ id }: DocumentRow) => onAddress({ document: id });
  const columns = documentColumns({ isDeleted, onOpen, onVendor: (name) => narrow({ vendor: name }) });
  const view = useList({ name: 'documents', address, onAddress, narrow, parts: VIEWED, columns });
  const selection = useListSelection({ rows, idOf: ({ id }: DocumentRow) => id, nameOf: ({ name }) => name, matching });
  const sorting = {
    ...{ by: sort, isDescending: !ascending },
    onSort: (by: string) => narrow(orderAfter(by, { sort, ascending })),
  };
  const total = counted.data && { count: counted.data.count, isMore: counted.data.is_more };
  const chips = documentChips(address);
  return (
    <Card
      title={isDeleted ? 'Deleted documents' : 'Documents'}
      description={isDeleted ? 'Deleted documents can be restored for 30 days.' : 'Exports, reports and files from vendors are filed automatically.'}
      aside={<ExportButton endpoint={exportDocuments} input={{ query: { ...matching, ...order } }} name="documents.csv" />}
    >
      <DocumentFilters address={{ ...address, deleted: isDeleted || undefined }} isBusy={list.isFetching} mayDelete={mayDelete} onNarrow={narrow} />
      <ListBar list={view} {...{ chips, sorting, total }} nouns={NOUNS} />
      <SelectionBar nouns={NOUNS} isOfIds {...{ selection, total }}>
        <DocumentActions chosen={selection.rows} onDone={selection.clear} {...{ isDeleted, mayDelete, mayPurge }} />
      </SelectionBar>
      <QueryResult
        query={list}
        rows={10}
        failure="The documents could not be loaded"
        empty={<EmptyState title="No documents found">{chips.length > 0 ? 'Change or clear the filters.' : undefined}</EmptyState>}
      >
        {(data) => (
          <ListTable
            label="Documents"
            {...{ list: view, sorting, selection, onOpen }}
            rows={data.rows}
            keyOf={({ id }) => id}
            next={next === undefined ? undefined : { ...address, before: next }}
          />
        )}
      </QueryResult>
      <CursorPages size={DOCUMENTS_PAGE_SIZE} isLoading={list.isPlaceholderData} {...pages(next)} />
    </Card>
  );
}

const NOUNS = ['document', 'documents'] as const;

/** The parts of the address that a view has. */
const VIEWED = ['q', 'type', 'vendor', 'from', 'to', 'sort', 'ascending'] as const;

/** The newest documents come first, and texts from A. Another press reverses the order. */
function orderAfter(by: string, { sort, ascending }: { sort: DocumentSort; ascending: boolean }): Pick<DocumentsAddress, 'sort' | 'ascending'> {
  const wanted = DOCUMENT_SORTS.find((one) => one === by) ?? 'filed_at';
  const isUpward = wanted === sort ? !ascending : wanted !== 'filed_at' && wanted !== 'bytes';
  return { sort: wanted === 'filed_at' ? undefined : wanted, ascending: isUpward || undefined };
}
