import { type Label, MAX_LABEL_COPIES } from '@stowage/contract/labels';
import { Printer } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { PrintFailure } from '../../shared/PrintFailure.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { once } from '../../ui/once.ts';
import { toast } from '../../ui/Toast.tsx';
import { LabelFace } from './LabelFace.tsx';
import { type LabelStation, labelStation, lastPrinted, type PrintJob, printDirectly, rememberPrinted, saveLabelStation } from './label-station.ts';
import { StationFields } from './StationFields.tsx';

interface LabelDialogProps {
  readonly labels: readonly Label[];
  /** How many of each are wanted to begin with. */
  readonly copies?: number;
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

const TEST_JOB: PrintJob = {
  labels: [{ code: 'TEST-LABEL', title: 'If a scanner reads this, the printer is ready', detail: '30252', isLarge: false }],
  copies: 1,
};

/** Shows what will be printed, asks how many of each and how, and prints it. */
export function LabelDialog({ labels, copies: wanted = 1, onClose, returnFocusTo }: LabelDialogProps) {
  const [text, setText] = useState(String(wanted));
  const [station, setStation] = useState(labelStation);
  const { print, sheet, failure, isPrinting } = usePrinting(station);
  const copies = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  const isPossible = copies >= 1 && copies <= MAX_LABEL_COPIES;
  const total = labels.length * copies;
  const last = lastPrinted();

  const choose = (next: LabelStation) => {
    saveLabelStation(next);
    setStation(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPossible) void print({ labels, copies });
  };

  return (
    <Dialog title={labels.length === 1 ? 'Print Label' : 'Print Labels'} open onClose={onClose} returnFocusTo={returnFocusTo}>
      <form onSubmit={submit} className="grid gap-4">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what it can reach */}
        <section aria-label="Preview" tabIndex={0} className="grid max-h-72 justify-items-center gap-2 overflow-auto rounded-md bg-sunken p-3">
          {labels.map((label, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: units of one listing have equal labels, and the list stays as it is
            <LabelFace key={index} label={label} />
          ))}
        </section>
        <TextField
          label="Copies of each"
          type="number"
          min={1}
          max={MAX_LABEL_COPIES}
          value={text}
          error={isPossible ? undefined : `A number from 1 to ${MAX_LABEL_COPIES}`}
          onChange={({ target }) => setText(target.value)}
        />
        <StationFields station={station} onStation={choose} />
        {failure !== undefined && <PrintFailure message={failure} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button className="mr-auto" disabled={isPrinting} onClick={once(() => void print(TEST_JOB))}>
            Test print
          </Button>
          {last !== undefined && (
            <Button disabled={isPrinting} onClick={once(() => void print(last))}>
              Reprint last
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" autoFocus disabled={!isPossible || isPrinting} onClick={once()}>
            <Printer size={16} aria-hidden /> {isPrinting ? 'Printing...' : total === 1 ? 'Print 1 label' : `Print ${total.toLocaleString()} labels`}
          </Button>
        </div>
      </form>
      {sheet !== undefined && createPortal(<Sheet {...sheet} />, document.body)}
    </Dialog>
  );
}

/** One job after the other: a printer prints later what it could not print at once. */
function usePrinting(station: LabelStation) {
  const [sheet, setSheet] = useState<PrintJob>();
  const [failure, setFailure] = useState<string>();
  const [isPrinting, setPrinting] = useState(false);
  const isUnderWay = useRef(false);

  const print = async (job: PrintJob) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setPrinting(true);
    setFailure(undefined);
    try {
      const told = await printDirectly(job, station);
      if (told !== undefined) return toast('good', told);
      rememberPrinted(job);
      // The paper's content must stand in the page when the browser looks for it.
      flushSync(() => setSheet(job));
      window.print();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      isUnderWay.current = false;
      setPrinting(false);
    }
  };
  return { print, sheet, failure, isPrinting };
}

function Sheet({ labels, copies }: PrintJob) {
  return (
    <div className="label-sheet" aria-hidden>
      {labels.flatMap((label, index) =>
        Array.from({ length: copies }, (_, copy) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list stays as it is
          <LabelFace key={`${index} ${copy}`} label={label} />
        )),
      )}
    </div>
  );
}
