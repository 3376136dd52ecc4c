import { DOCUMENT_TYPE_NAMES, DOCUMENT_TYPES } from '@stowage/contract/document-types';
import { DOCUMENTS_PAGE_SIZE, type DocumentRow, deleteDocuments, documentPage, documentsZip, restoreDocuments } from '@stowage/contract/documents';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { download } from '../../api/download.ts';
import { queryFor, useCommand } from '../../api/query.ts';
import { FilePicker } from '../../shared/FilePicker.tsx';
import { SaveFileButton } from '../../shared/SaveFileButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { CursorPages } from '../../ui/CursorPages.tsx';
import type { ChangeAddress } from '../../ui/change-address.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { SearchForm } from '../../ui/SearchForm.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/States.tsx';
import { toast } from '../../ui/Toast.tsx';
import { DocumentDrawer } from './DocumentDrawer.tsx';
import { documentColumns } from './document-columns.tsx';
import type { DocumentsAddress } from './documents-address.ts';
import { UploadDialog } from './UploadDialog.tsx';

interface DocumentsPageProps {
  readonly address: DocumentsAddress;
  readonly onAddress: ChangeAddress<DocumentsAddress>;
  readonly mayWrite: boolean;
  readonly mayDelete: boolean;
}

/** The file cabinet: everything that was taken in or made, by what it is and what it belongs to. */
export function DocumentsPage({ address, onAddress, mayWrite, mayDelete }: DocumentsPageProps) {
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
      <DocumentsCard key={address.deleted ? 'deleted' : 'kept'} {...{ address, onAddress, mayDelete }} />
      {files.length > 0 && <UploadDialog files={files} onClose={() => setFiles([])} />}
      <DocumentDrawer
        id={address.document}
        mayWrite={mayWrite}
        onClose={() => onAddress({ document: undefined })}
        onOpen={(document) => onAddress({ document })}
      />
    </div>
  );
}

function DocumentsCard({ address, onAddress, mayDelete }: Omit<DocumentsPageProps, 'mayWrite'>) {
  const { q, vendor, deleted, before } = address;
  const type = DOCUMENT_TYPE_NAMES.find((one) => one === address.type);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const pages = useRef<(number | undefined)[]>([]);
  const list = useQuery({
    ...queryFor(documentPage, { query: { search: q, type, vendor, before, deleted: deleted ? 'true' : 'false' } }),
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.rows ?? [];
  const chosen = rows.filter(({ id }) => selected.has(id));
  const next = list.data?.next ?? null;
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
    onSelected: setSelected,
    onOpen: ({ id }) => onAddress({ document: id }),
    onVendor: (name) => narrow({ vendor: name }),
  });
  return (
    <Card
      title={deleted ? 'Deleted documents' : 'Documents'}
      description={deleted ? 'They can be restored for 30 days.' : 'Exports, reports and what vendors send are filed by themselves.'}
    >
      <div className="grid gap-3 px-4 pb-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto] sm:items-end">
        <SearchForm label="Name, record or vendor" search={q ?? ''} isBusy={list.isFetching} onSearch={(text) => narrow({ q: text })} />
        <SelectField
          label="Type"
          options={[{ value: '', label: 'All types' }, ...DOCUMENT_TYPE_NAMES.map((value) => ({ value, label: DOCUMENT_TYPES[value].label }))]}
          value={type ?? ''}
          onChange={({ target }) => narrow({ type: DOCUMENT_TYPE_NAMES.find((one) => one === target.value) })}
        />
        <Button aria-pressed={deleted === true} onClick={() => narrow({ deleted: deleted ? undefined : true })}>
          {deleted ? 'Back to documents' : 'Deleted'}
        </Button>
        {vendor !== undefined && (
          <p className="flex items-center gap-2">
            Of {vendor}
            <Button size="small" onClick={() => narrow({ vendor: undefined })}>
              All vendors
            </Button>
          </p>
        )}
      </div>
      {chosen.length > 0 && <Selection chosen={chosen} isDeleted={deleted === true} mayDelete={mayDelete} onDone={() => setSelected(new Set())} />}
      {list.isPending && <SkeletonRows count={10} />}
      {list.data === undefined && list.isError && (
        <ErrorState title="The documents could not be loaded" detail={list.error.message} onRetry={() => void list.refetch()} />
      )}
      {list.data !== undefined && rows.length === 0 && (
        <EmptyState title="No documents found">{q === undefined ? undefined : 'Nothing fits what is searched.'}</EmptyState>
      )}
      {rows.length > 0 && <DataTable label="Documents" columns={columns} rows={rows} keyOf={({ id }) => id} />}
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

interface SelectionProps {
  readonly chosen: readonly DocumentRow[];
  readonly isDeleted: boolean;
  readonly mayDelete: boolean;
  readonly onDone: () => void;
}

/** What is done with several at once. */
function Selection({ chosen, isDeleted, mayDelete, onDone }: SelectionProps) {
  const [isAsking, setAsking] = useState(false);
  const remove = useCommand(deleteDocuments, [documentPage]);
  const restore = useCommand(restoreDocuments, [documentPage]);
  const ids = chosen.map(({ id }) => id);
  const told = (word: string) => ({
    onSuccess: ({ changed }: { changed: number }) => {
      toast(
        changed === ids.length ? 'good' : 'bad',
        changed === ids.length ? `${word}: ${changed}` : `${word}: ${changed} of ${ids.length}. The others belong to a record, and are changed there.`,
      );
      setAsking(false);
      onDone();
    },
    onError: (error: Error) => toast('bad', error.message),
  });
  return (
    <div role="toolbar" aria-label="Selected documents" className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2.5">
      <span className="font-medium">{ids.length} selected</span>
      <SaveFileButton
        size="small"
        label="Save as ZIP"
        save={() => download(documentsZip, { query: { ids: ids.join(',') } }, 'documents.zip')}
        problem={(error) => `The ZIP could not be made: ${error instanceof Error ? error.message : error}`}
      />
      {mayDelete && !isDeleted && (
        <Button size="small" className="text-bad" onClick={() => setAsking(true)}>
          Delete
        </Button>
      )}
      {mayDelete && isDeleted && (
        <Button size="small" disabled={restore.isPending} onClick={() => restore.mutate({ body: { ids } }, told('Restored'))}>
          Restore
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title="Delete documents"
        question={`Delete ${ids.length === 1 ? chosen[0]?.name : `${ids.length} documents`}? They can be restored for 30 days.`}
        confirmLabel="Delete"
        isDangerous
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ body: { ids } }, told('Deleted'))}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
