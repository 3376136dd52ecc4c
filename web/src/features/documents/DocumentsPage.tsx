import { DOCUMENT_TYPE_NAMES } from '@stowage/contract/documents/document-types';
import { DOCUMENTS_PAGE_SIZE, documentPage } from '@stowage/contract/documents/documents';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queryFor } from '../../api/query.ts';
import { UploadDialog } from '../../shared/documents/UploadDialog.tsx';
import { FilePicker } from '../../shared/files/FilePicker.tsx';
import { Card } from '../../ui/Card.tsx';
import { dateFormat } from '../../ui/format/date-time.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/States.tsx';
import { CursorPages } from '../../ui/table/CursorPages.tsx';
import type { ChangeAddress } from '../../ui/table/change-address.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { DocumentDrawer } from './DocumentDrawer.tsx';
import { DocumentFilters } from './DocumentFilters.tsx';
import { documentColumns } from './document-columns.tsx';
import type { DocumentsAddress } from './documents-address.ts';
import { Selection } from './Selection.tsx';

interface DocumentsPageProps {
  readonly address: DocumentsAddress;
  readonly onAddress: ChangeAddress<DocumentsAddress>;
  readonly mayWrite: boolean;
  /** Deletes, sees what was deleted, and restores it. */
  readonly mayDelete: boolean;
  /** Removes what was deleted for good. */
  readonly mayPurge: boolean;
}

/** The file cabinet: everything that was taken in or made, by what it is and what it belongs to. */
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
        {...{ mayWrite, mayDelete, mayPurge }}
        onClose={() => onAddress({ document: undefined })}
        onOpen={(document) => onAddress({ document })}
      />
    </div>
  );
}

function DocumentsCard({ address, onAddress, mayDelete, mayPurge }: Omit<DocumentsPageProps, 'mayWrite'>) {
  const { q, vendor, from, to, before } = address;
  // To nobody else there is anything deleted, whatever the address says.
  const isDeleted = mayDelete && address.deleted === true;
  const type = DOCUMENT_TYPE_NAMES.find((one) => one === address.type);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const pages = useRef<(string | undefined)[]>([]);
  const { timeZone } = dateFormat();
  const list = useQuery({
    ...queryFor(documentPage, { query: { search: q, type, vendor, from, to, timeZone, before, deleted: isDeleted ? 'true' : 'false' } }),
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.rows ?? [];
  const next = list.data?.next ?? null;
  const isFiltered = [q, type, vendor, from, to].some((value) => value !== undefined);
  const narrow = (change: Partial<DocumentsAddress>) => {
    pages.current = [];
    setSelected(new Set());
    onAddress({ ...change, before: undefined });
  };
  const turn = () => {
    pages.current.push(before);
    onAddress({ before: next ?? undefined });
  };
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
      description={isDeleted ? 'They can be restored for 30 days.' : 'Exports, reports and what vendors send are filed by themselves.'}
    >
      <DocumentFilters address={{ ...address, deleted: isDeleted || undefined }} isBusy={list.isFetching} mayDelete={mayDelete} onNarrow={narrow} />
      {list.isPending && <SkeletonRows count={10} />}
      {list.data === undefined && list.isError && (
        <ErrorState title="The documents could not be loaded" detail={list.error.message} onRetry={() => void list.refetch()} />
      )}
      {list.data !== undefined && rows.length === 0 && (
        <EmptyState title="No documents found">{isFiltered ? 'Nothing fits what is searched.' : undefined}</EmptyState>
      )}
      {rows.length > 0 && (
        <>
          <Selection {...{ rows, selected, isDeleted, mayDelete, mayPurge }} onSelected={setSelected} />
          <DataTable label="Documents" columns={columns} rows={rows} keyOf={({ id }) => id} />
        </>
      )}
      {(next !== null || before !== undefined) && (
        <CursorPages
          size={DOCUMENTS_PAGE_SIZE}
          isLoading={list.isPlaceholderData}
          onFirst={before === undefined ? undefined : () => narrow({})}
          onPrevious={pages.current.length === 0 ? undefined : () => onAddress({ before: pages.current.pop() }, true)}
          onNext={next === null ? undefined : turn}
        />
      )}
    </Card>
  );
}
