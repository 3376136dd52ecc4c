import { messageOf } from '@stowage/contract/errors';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { type Label, MAX_LABEL_COPIES } from '@stowage/contract/labels/labels';
import { Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { PrintFailure } from '../../shared/files/PrintFailure.tsx';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';
import { TextField } from '../../ui/form/Field.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { once } from '../../ui/once.ts';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { FineBars } from './FineBars.tsx';
import { LabelFace } from './LabelFace.tsx';
import { LabelSheet } from './LabelSheet.tsx';
import { type LabelStation, labelStation, lastPrinted, printDirectly, saveLabelStation } from './label-station.ts';
import { printInBrowser } from './print-in-browser.ts';
import type { PrintJob } from './print-job.ts';
import { SheetStart, startOf } from './SheetStart.tsx';
import { StationFields, useDymoPrinters } from './StationFields.tsx';
import { TEST_LABEL } from './test-label.ts';

interface LabelDialogProps {
  readonly labels: readonly Label[];
  /** The initial number of copies of each. */
  readonly copies?: number;
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

const TEST_JOB: PrintJob = { labels: [TEST_LABEL], copies: 1 };

/** Previews labels, asks for the copies and the printer, prints them and closes. A test print leaves it open. */
export function LabelDialog({ labels, copies: wanted = 1, onClose, returnFocusTo }: LabelDialogProps) {
  const [text, setText] = useState(String(wanted));
  const [station, setStation] = useState(labelStation);
  const [start, setStart] = useState('1');
  const { print, sheet, failure, isPrinting } = usePrinting(station, onClose);
  // Without a printer, its field says so already.
  const hasPrinter = !useDymoPrinters(station).isError || station.way !== 'DYMO';
  const copies = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  const first = startOf(start, station);
  const isPossible = copies >= 1 && copies <= MAX_LABEL_COPIES && first !== undefined;
  const total = labels.length * copies;
  const last = lastPrinted();

  const choose = (next: LabelStation) => {
    saveLabelStation(next);
    setStation(next);
  };

  return (
    <FormDialog
      title={labels.length === 1 ? 'Print Label' : 'Print Labels'}
      submitLabel={
        <>
          <Printer size={16} aria-hidden /> {total === 1 ? 'Print 1 label' : `Print ${numberText(total)} labels`}
        </>
      }
      busyLabel="Printing..."
      isBusy={isPrinting}
      isReady={isPossible}
      isImmediate
      aside={
        <>
          <Button className="mr-auto" disabled={isPrinting} onClick={once(() => void print(TEST_JOB))}>
            Test print
          </Button>
          {last !== undefined && (
            <Button disabled={isPrinting} onClick={once(() => void print(last))}>
              Reprint last
            </Button>
          )}
        </>
      }
      onSubmit={() => isPossible && void print({ labels, copies, ...first })}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <ScrollBox label="Preview" className="grid max-h-72 justify-items-center gap-2 rounded-md bg-sunken p-3 [&>svg]:h-auto! [&>svg]:max-w-full">
        {labels.map((label, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: units of one listing have equal labels, and the list stays as it is
          <LabelFace key={index} label={label} />
        ))}
      </ScrollBox>
      <TextField
        label="Copies of each"
        type="number"
        min={1}
        max={MAX_LABEL_COPIES}
        value={text}
        error={copies >= 1 && copies <= MAX_LABEL_COPIES ? undefined : `A number from 1 to ${MAX_LABEL_COPIES}`}
        onText={setText}
      />
      <StationFields station={station} onStation={choose} />
      <FineBars labels={labels} station={station} />
      <SheetStart station={station} start={start} onStart={setStart} />
      {failure !== undefined && hasPrinter && <PrintFailure message={failure} />}
      {sheet !== undefined && createPortal(<LabelSheet {...sheet} />, document.body)}
    </FormDialog>
  );
}

/** Prints one job at a time. @param onPrinted called after the labels were printed */
function usePrinting(station: LabelStation, onPrinted: () => void) {
  const [sheet, setSheet] = useState<PrintJob>();
  const [failure, setFailure] = useState<string>();
  const [isPrinting, setPrinting] = useState(false);
  const isUnderWay = useRef(false);

  const print = async (job: PrintJob) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setPrinting(true);
    setFailure(undefined);
    const end = () => job !== TEST_JOB && onPrinted();
    try {
      const message = await printDirectly(job, station);
      if (message !== undefined) {
        toast('good', message);
        return void end();
      }
      printInBrowser(job, setSheet, end);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      isUnderWay.current = false;
      setPrinting(false);
    }
  };
  return { print, sheet, failure, isPrinting };
}
