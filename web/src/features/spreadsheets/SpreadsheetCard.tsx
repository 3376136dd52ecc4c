import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { HEADER_SEARCH_ROWS } from '@stowage/contract/spreadsheets/column-guess';
import { spreadsheetKind } from '@stowage/contract/spreadsheets/kinds';
import { getSpreadsheet, type Spreadsheet } from '@stowage/contract/spreadsheets/spreadsheets';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { queryFor } from '../../api/query.ts';
import type { RawRow } from '../../shared/table-files/file-rows.ts';
import { RowProgress } from '../../shared/table-files/RowProgress.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { SelectField } from '../../ui/form/Field.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { ColumnMapping } from './ColumnMapping.tsx';
import { FileActions } from './FileActions.tsx';
import { FileState } from './FileState.tsx';
import { RowsPart } from './RowsPart.tsx';
import { StoppedFile } from './StoppedFile.tsx';
import type { SpreadsheetAddress } from './spreadsheet-address.ts';

const BUSY = { CHECKING: 'Checking', APPLYING: 'Applying', UNDOING: 'Undoing' } as const;
const POLL_MS = 1_000;

interface HeaderRows {
  readonly raw: readonly RawRow[];
  /** Sends the file again with the column names in this one of its filled rows. */
  readonly onHeader: (position: number) => void;
}

interface SpreadsheetCardProps extends AddressProps<SpreadsheetAddress> {
  readonly id: number;
  /** Present while the page still has the file. */
  readonly headerRows: HeaderRows | undefined;
}

/** One file: its columns, its checked rows, and what can be done with it. */
export function SpreadsheetCard({ id, address, onAddress, headerRows }: SpreadsheetCardProps) {
  const file = useQuery({
    ...queryFor(getSpreadsheet, { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && data.state in BUSY ? POLL_MS : false),
  });
  const back = (
    <Button onClick={() => onAddress({ file: undefined, rows: undefined })}>
      <ArrowLeft size={15} aria-hidden /> All files
    </Button>
  );
  return (
    <QueryResult query={file} failure="The file could not be loaded">
      {(data) => (
        <>
          <Card title={data.fileName} description={`${spreadsheetKind(data.kind).title}, ${counted(data.rowCount, 'row')}`} aside={back}>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-4">
              <Facts facts={factsOf(data)} />
              <Messages file={data} />
              {data.isStopped ? <StoppedFile file={data} /> : data.state in BUSY && <Working file={data} />}
              {data.state === 'CHECKED' && headerRows !== undefined && <HeaderChoice file={data} {...headerRows} />}
              {data.state === 'CHECKED' && <ColumnMapping key={JSON.stringify(data.columns)} file={data} />}
              <FileActions file={data} />
            </div>
          </Card>
          {data.state !== 'UPLOADING' && data.state !== 'CHECKING' && <RowsPart file={data} address={address} onAddress={onAddress} />}
        </>
      )}
    </QueryResult>
  );
}

function factsOf({ state, createdBy, createdAt, appliedAt, undoneAt, headerRow }: Spreadsheet) {
  const moment = (at: string) => <time dateTime={at}>{dateTime24(new Date(at))}</time>;
  return [
    ['State', <FileState key="state" state={state} />],
    [
      'Uploaded',
      <span key="uploaded">
        {moment(createdAt)} by {createdBy}
      </span>,
    ],
    ['Column names', `In row ${numberText(headerRow)}`],
    ...(appliedAt === null ? [] : [['Applied', moment(appliedAt)] as const]),
    ...(undoneAt === null ? [] : [['Undone', moment(undoneAt)] as const]),
  ] as const;
}

function Messages({ file }: { file: Spreadsheet }) {
  const { kind, columns, failure, twin, state, newCount, changedCount } = file;
  const isEmpty = state === 'CHECKED' && newCount + changedCount === 0;
  return (
    <>
      {failure !== null && <Banner tone="bad">{failure}</Banner>}
      {state === 'UPLOADING' && <Banner tone="warn">Rows of this file are missing. Choose the file again.</Banner>}
      {state === 'CHECKED' && twin !== null && (
        <Banner tone="info">
          The same rows were brought in with {twin.fileName} by {twin.appliedBy} on {dateTime24(new Date(twin.appliedAt))}.
        </Banner>
      )}
      {state !== 'UNDONE' && newCount > 0 && kind === 'products' && columns.seller_sku === undefined && (
        <Banner tone="info">
          No column has your seller SKUs, so the products have no listings yet. Scans need them: bring in listings next, or connect Amazon.
        </Banner>
      )}
      {isEmpty && file.wrongCount === 0 && <Banner tone="info">Everything in this file is there already: there is nothing to apply.</Banner>}
      {state === 'APPLIED' && failure === null && (
        <Banner tone="good">
          Applied: {numberText(newCount)} new, {numberText(changedCount)} changed.
        </Banner>
      )}
      {state === 'UNDONE' && <Banner tone="info">Undone: everything is as it was before this file.</Banner>}
    </>
  );
}

function Working({ file }: { file: Spreadsheet }) {
  const text = BUSY[file.state as keyof typeof BUSY];
  return (
    <div>
      <RowProgress text={`${text} ${numberText(file.done)} of ${numberText(file.rowCount)} rows`} done={file.done} total={file.rowCount} />
      <p className="mt-1 text-muted">You can leave this page: the work goes on.</p>
    </div>
  );
}

function HeaderChoice({ file, raw, onHeader }: HeaderRows & { file: Spreadsheet }) {
  const options = raw.slice(0, HEADER_SEARCH_ROWS).map(({ row, cells }, position) => {
    const names = cells.filter((cell) => cell !== '').slice(0, 4);
    return { value: String(position), label: `Row ${row}: ${names.join(', ')}` };
  });
  const current = raw.findIndex(({ row }) => row === file.headerRow);
  return (
    <div className="max-w-xl">
      <SelectField label="The column names are in" options={options} value={String(current)} onText={(position) => onHeader(Number(position))} />
    </div>
  );
}
