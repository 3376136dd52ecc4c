import { numberText } from '@stowage/contract/formats/text/number-text';
import { useState } from 'react';
import type { RawRow } from '../../shared/table-files/file-rows.ts';
import { RowProgress } from '../../shared/table-files/RowProgress.tsx';
import { useSheetChoice } from '../../shared/table-files/SheetChoice.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { FileChoice } from './FileChoice.tsx';
import { FilesCard } from './FilesCard.tsx';
import { SpreadsheetCard } from './SpreadsheetCard.tsx';
import type { SpreadsheetAddress } from './spreadsheet-address.ts';
import { useUpload } from './use-upload.ts';

/** Brings in files of records, step by step: what, the file, its columns, the check, the result. */
export function SpreadsheetsPage({ address, onAddress }: AddressProps<SpreadsheetAddress>) {
  const kind = address.kind ?? 'locations';
  const { chooseSheet, sheetChoice } = useSheetChoice();
  // The rows of the file that this page uploaded, for another choice of its header row.
  const [own, setOwn] = useState<{ readonly id: number }>();
  const { upload, choose, sendAgain } = useUpload(kind, chooseSheet, (id) => {
    setOwn({ id });
    onAddress({ file: id, rows: undefined });
  });
  const { file, raw, isBusy, problem, sent, total } = upload;
  const isOwn = own?.id === address.file && file !== undefined && raw !== undefined;
  const headerRows = isOwn ? { raw, onHeader: (position: number) => sendAgain(file, raw as readonly RawRow[], position) } : undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {sheetChoice}
      {problem !== undefined && <Banner tone="bad">{problem}</Banner>}
      {isBusy && total > 0 && (
        <Card title={`Sending ${file?.name ?? 'the file'}`}>
          <div className="px-4 pb-4">
            <RowProgress text={`${numberText(sent)} of ${numberText(total)} rows`} done={sent} total={total} />
          </div>
        </Card>
      )}
      {address.file === undefined ? (
        <>
          <FileChoice kind={kind} isBusy={isBusy} onKind={(name) => onAddress({ kind: name })} onFiles={choose} />
          <FilesCard address={address} onAddress={onAddress} />
        </>
      ) : (
        <SpreadsheetCard key={address.file} id={address.file} address={address} onAddress={onAddress} headerRows={headerRows} />
      )}
    </div>
  );
}
