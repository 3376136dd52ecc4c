import { numberText } from '@stowage/contract/formats/text/number-text';
import { jobsTopic } from '@stowage/contract/jobs/jobs';
import { spreadsheetKind } from '@stowage/contract/spreadsheets/kinds';
import { listSpreadsheets, SPREADSHEET_PAGE_SIZE, type SpreadsheetSummary } from '@stowage/contract/spreadsheets/spreadsheets';
import { useListQuery } from '../../api/live-query.ts';
import { Card } from '../../ui/Card.tsx';
import { buttonColumn } from '../../ui/column/button-column.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { numberedList } from '../../ui/table/list-address.ts';
import { Pagination } from '../../ui/table/Pagination.tsx';
import { FileState } from './FileState.tsx';
import type { SpreadsheetAddress } from './spreadsheet-address.ts';

/** The files that were brought in, newest first. */
export function FilesCard({ address, onAddress }: AddressProps<SpreadsheetAddress>) {
  const { page, onPage } = numberedList(address, onAddress);
  const files = useListQuery(listSpreadsheets, { query: { page } }, { topic: jobsTopic });
  return (
    <Card title="Files" description="Who brought in what, and when.">
      <QueryResult
        query={files}
        failure="The files could not be loaded"
        empty={<EmptyState title="No files yet">Files that you bring in appear here, with their result and an undo.</EmptyState>}
      >
        {({ data, totalCount }) => (
          <>
            <DataTable label="Files" columns={columns(({ id }) => onAddress({ file: id, rows: undefined }))} rows={data} keyOf={({ id }) => id} />
            <Pagination page={page} pageSize={SPREADSHEET_PAGE_SIZE} totalCount={totalCount} isOld={files.isPlaceholderData} onPage={onPage} />
          </>
        )}
      </QueryResult>
    </Card>
  );
}

function columns(open: (file: SpreadsheetSummary) => void): readonly Column<SpreadsheetSummary>[] {
  return [
    { heading: 'File', isTitle: true, cell: ({ fileName }) => fileName },
    { heading: 'Holds', cell: ({ kind }) => spreadsheetKind(kind).title },
    { heading: 'State', cell: ({ state }) => <FileState state={state} /> },
    { heading: 'Rows', align: 'right', cell: ({ rowCount }) => numberText(rowCount) },
    { heading: 'New', align: 'right', cell: ({ newCount }) => numberText(newCount) },
    { heading: 'Changed', align: 'right', cell: ({ changedCount }) => numberText(changedCount) },
    { heading: 'Wrong', align: 'right', cell: ({ wrongCount }) => numberText(wrongCount) },
    { heading: 'By', cell: ({ createdBy }) => createdBy },
    { heading: 'Uploaded', cell: ({ createdAt }) => <time dateTime={createdAt}>{dateTime24(new Date(createdAt))}</time> },
    buttonColumn({ heading: 'Open', text: 'Open', nameOf: ({ fileName, id }) => `${fileName}, file ${id}`, onPress: open }),
  ];
}
