import { LABEL_SHEET_NAMES, LABEL_SHEETS } from '@stowage/contract/labels/label-sheets';
import { PRINT_WAYS, type PrintWay } from '@stowage/contract/labels/labels';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { PrintFailure } from '../../shared/files/PrintFailure.tsx';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/form/Field.tsx';
import { listDymoPrinters } from './dymo-service.ts';
import type { LabelStation } from './label-station.ts';

const WAY_NAMES: Readonly<Record<PrintWay, string>> = {
  BROWSER: "The browser's print dialog",
  DYMO: 'DYMO label printer',
  PDF: 'PDF file, one label a page',
  ZPL: 'ZPL file',
};

/** Among the ways, label sheets are a choice of their own; stored as a PDF with a sheet, which earlier versions can read. */
const SHEET = 'SHEET';
const PDF_AT = PRINT_WAYS.indexOf('PDF');
const wayOf = (text: string): LabelStation => ({ way: PRINT_WAYS.find((way) => way === text) ?? 'BROWSER', sheet: undefined });

interface StationFieldsProps {
  readonly station: LabelStation;
  readonly onStation: (station: LabelStation) => void;
}

/** The station's way of printing labels, and its printer. */
export function StationFields({ station, onStation }: StationFieldsProps) {
  const ways = PRINT_WAYS.map((way) => ({ value: way as string, label: WAY_NAMES[way] }));
  const isSheet = station.way === 'PDF' && station.sheet !== undefined;
  const hintId = useId();
  return (
    <div className={`grid gap-3 ${station.way === 'DYMO' ? 'sm:grid-cols-2' : ''}`}>
      <SelectField
        label="Print by"
        aria-describedby={hintId}
        value={isSheet ? SHEET : station.way}
        options={[...ways.slice(0, PDF_AT), { value: SHEET, label: 'PDF file for label sheets, A4 or Letter' }, ...ways.slice(PDF_AT)]}
        onText={(text) => onStation(text === SHEET ? { ...station, way: 'PDF', sheet: 'L7160' } : { ...station, ...wayOf(text) })}
      />
      {isSheet && (
        <SelectField
          label="Sheet"
          value={station.sheet}
          options={LABEL_SHEET_NAMES.map((name) => ({ value: name, label: LABEL_SHEETS[name].label }))}
          onText={(sheet) => onStation({ ...station, sheet })}
        />
      )}
      {station.way === 'DYMO' && <PrinterField {...{ station, onStation }} />}
      <p id={hintId} className={`text-[13px] text-muted ${station.way === 'DYMO' ? 'sm:col-span-2' : ''}`}>
        Remembered on this station.{!isSheet && ' Paper: DYMO 30252, 89 × 28 mm.'}
        {station.way === 'BROWSER' && ' In the print dialog choose the label printer and 100 %.'}
      </p>
    </div>
  );
}

/** The DYMO printers of this station, if it prints on one. */
export function useDymoPrinters({ way }: LabelStation) {
  return useQuery({ queryKey: ['dymo-printers'], queryFn: listDymoPrinters, retry: false, staleTime: 0, enabled: way === 'DYMO' });
}

function PrinterField({ station, onStation }: StationFieldsProps) {
  const printers = useDymoPrinters(station);
  if (printers.isError) {
    return (
      <div className="sm:col-span-2">
        <PrintFailure message={printers.error.message}>
          <Button size="small" disabled={printers.isFetching} onClick={() => void printers.refetch()}>
            Look again
          </Button>
        </PrintFailure>
      </div>
    );
  }
  const names = printers.data ?? [];
  const known = station.printer === undefined || names.includes(station.printer) ? names : [...names, station.printer];
  return (
    <SelectField
      label="Printer"
      value={station.printer ?? names[0] ?? ''}
      disabled={printers.isPending}
      options={printers.isPending ? [{ value: '', label: 'Looking for printers...' }] : known.map((name) => ({ value: name, label: name }))}
      onChange={({ target }) => onStation({ ...station, printer: target.value })}
    />
  );
}
