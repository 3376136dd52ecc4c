import { numberText } from '@stowage/contract/formats/text/number-text';
import { spreadsheetKind } from '@stowage/contract/spreadsheets/kinds';
import {
  exportWrongRows,
  listSpreadsheetRows,
  ROW_STATES,
  type RowState,
  type Spreadsheet,
  type SpreadsheetRow,
} from '@stowage/contract/spreadsheets/spreadsheets';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { download } from '../../api/download.ts';
import { queryFor } from '../../api/query.ts';
import { SaveFileButton } from '../../shared/files/SaveFileButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import type { SpreadsheetAddress } from './spreadsheet-address.ts';

const LABELS: Readonly<Record<RowState, string>> = { NEW: 'New', CHANGED: 'Changed', SAME: 'Same', WRONG: 'With problems' };

interface RowsPartProps extends AddressProps<SpreadsheetAddress> {
  readonly file: Spreadsheet;
}

/** The rows of a checked file by state. */
export function RowsPart({ file, address, onAddress }: RowsPartProps) {
  const counts: Readonly<Record<RowState, number>> = { NEW: file.newCount, CHANGED: file.changedCount, SAME: file.sameCount, WRONG: file.wrongCount };
  const current = address.rows ?? (['WRONG', 'NEW', 'CHANGED', 'SAME'] as const).find((state) => counts[state] > 0) ?? 'NEW';
  const tabs = ROW_STATES.map((name) => ({ name, label: `${LABELS[name]} (${numberText(counts[name])})` }));
  const save = () => download(exportWrongRows, { params: { id: file.id } }, `problems-of-${file.fileName.replace(/\.\w+$/, '')}.csv`);
  return (
    <Card
      title="Rows"
      aside={
        file.wrongCount > 0 && (
          <SaveFileButton label="Download the rows with problems" size="small" save={save} problem={() => 'The rows could not be downloaded'} />
        )
      }
    >
      <div className="px-4 pb-4">
        <Tabs label="Rows by result" current={current} tabs={tabs} onTab={(rows) => onAddress({ rows })}>
          <RowsOfState key={`${current} ${file.state}`} file={file} state={current} />
        </Tabs>
      </div>
    </Card>
  );
}

function RowsOfState({ file, state }: { file: Spreadsheet; state: RowState }) {
  const [starts, setStarts] = useState<readonly number[]>([0]);
  const after = starts.at(-1) ?? 0;
  const rows = useQuery(queryFor(listSpreadsheetRows, { params: { id: file.id }, query: { state, after } }));
  return (
    <QueryResult query={rows} failure="The rows could not be loaded" empty={<EmptyState title="No rows">No row of this file is here.</EmptyState>}>
      {(page) => (
        <>
          <DataTable label={`${LABELS[state]} rows`} columns={columnsOf(file, state)} rows={page.rows} keyOf={({ row }) => row} />
          {(page.hasMore || starts.length > 1) && (
            <div className="flex gap-2 pt-3">
              <Button disabled={starts.length === 1} onClick={() => setStarts(starts.slice(0, -1))}>
                Previous rows
              </Button>
              <Button disabled={!page.hasMore} onClick={() => setStarts([...starts, page.rows.at(-1)?.row ?? after])}>
                Next rows
              </Button>
            </div>
          )}
        </>
      )}
    </QueryResult>
  );
}

/** The mapped columns; for wrong rows their problems first. */
function columnsOf({ kind, columns }: Spreadsheet, state: RowState): readonly Column<SpreadsheetRow>[] {
  const known = spreadsheetKind(kind).columns.flatMap((column) => {
    const position = columns[column.name];
    return position === undefined ? [] : [{ ...column, position }];
  });
  return [
    { heading: 'Row', isTitle: true, cell: ({ row }) => <span className="whitespace-nowrap">Row {numberText(row)}</span> },
    ...(state === 'WRONG' ? [{ heading: 'Problem', cell: ({ problems }: SpreadsheetRow) => <Problems problems={problems} /> }] : []),
    ...known.map(({ name, title, position }) => ({
      heading: title,
      cell: ({ cells, before }: SpreadsheetRow) => (
        <span className="[overflow-wrap:anywhere]">
          {name in before && (
            <>
              <del className="text-muted">
                <span className="sr-only">before: </span>
                {before[name] ?? 'empty'}
              </del>{' '}
            </>
          )}
          {cells[position] ?? ''}
        </span>
      ),
    })),
  ];
}

function Problems({ problems }: Pick<SpreadsheetRow, 'problems'>) {
  return (
    <ul className="grid gap-0.5 text-bad">
      {problems.map(({ cell, problem }) => (
        <li key={`${cell} ${problem}`}>
          {cell !== null && <span className="font-mono font-semibold">{cell} </span>}
          {problem}
        </li>
      ))}
    </ul>
  );
}
