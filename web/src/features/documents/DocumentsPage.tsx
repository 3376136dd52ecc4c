import { DOCUMENT_TYPE_NAMES } from '@stowage/contract/documents/document-types';
import { DOCUMENTS_PAGE_SIZE, documentPage } from '@stowage/contract/documents/documents';
import { useState } from 'react';
import { useListQuery } from '../../api/live-query.ts';
import { UploadDialog } from '../../shared/documents/UploadDialog.tsx';
import { FilePicker } from '../../shared/files/FilePicker.tsx';
import { Card } from '../../ui/Card.tsx';
import { dateFormat } from '../../ui/format/date-time.ts';
import { QueryResult } from '../../ui/QueryResult.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { CursorPages } from '../../ui/table/CursorPages.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useCursorList } from '../../ui/table/list-address.ts';
import { DocumentDrawer } from './DocumentDrawer.tsx';
import { DocumentFilters } from './DocumentFilters.tsx';
import { documentColumns } from './document-columns.tsx';
import type { DocumentsAddress } from './documents-address.ts';
import { Selection } from './Selection.tsx';

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
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const { narrow, pages } = useCursorList({ address, onAddress, cursor: 'before', onNarrow: () => setSelected(new Set()) });
  const { timeZone } = dateFormat();
  const list = useListQuery(documentPage, { query: { search: q, type, vendor, from, to, timeZone, before, deleted: isDeleted ? 'true' : 'false' } });
  const isFiltered = [q, type, vendor, from, to].some((value) => value !== undefined);
  const columns = documentColumns({
    selected,
    isDeleted,
    onSelected: setSelected,
    onOpen: ({ id }) => onAddress({ document: id }),
    onVendor: (name) => narrow({ vendor: name }),
  });
  return (
    <Card
      title={isDeleted ? 'Deleted documents' : 'Documents'}
      description={isDeleted ? 'Deleted documents can be restored for 30 days.' : 'Exports, reports and files from vendors are filed automatically.'}
    >
      <DocumentFilters address={{ ...address, deleted: isDeleted || undefined }} isBusy={list.isFetching} mayDelete={mayDelete} onNarrow={narrow} />
      <QueryResult
        query={list}
        rows={10}
        failure="The documents could not be loaded"
        empty={<EmptyState title="No documents found">{isFiltered ? 'Change or clear the filters.' : undefined}</EmptyState>}
      >
        {({ rows }) => (
          <>
            <Selection {...{ rows, selected, isDeleted, mayDelete, mayPurge }} onSelected={setSelected} />
            <DataTable label="Documents" columns={columns} rows={rows} keyOf={({ id }) => id} />
          </>
        )}
      </QueryResult>
      <CursorPages size={DOCUMENTS_PAGE_SIZE} isLoading={list.isPlaceholderData} {...pages(list.data?.next)} />
    </Card>
  );
}
