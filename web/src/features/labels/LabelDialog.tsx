import { type Label, MAX_LABEL_COPIES } from '@stowage/contract/labels';
import { Printer } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { LabelFace } from './LabelFace.tsx';

interface LabelDialogProps {
  readonly labels: readonly Label[];
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

/** Shows what will be printed, asks how many of each, and hands them to the browser's print dialog. */
export function LabelDialog({ labels, onClose, returnFocusTo }: LabelDialogProps) {
  const [text, setText] = useState('1');
  const sheet = useRef<HTMLDivElement>(null);
  const copies = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  const isPossible = copies >= 1 && copies <= MAX_LABEL_COPIES;
  const total = labels.length * copies;

  const print = async (event: FormEvent) => {
    event.preventDefault();
    if (!isPossible) return;
    // A picture that is not there yet would be missing on the paper.
    await Promise.all([...(sheet.current?.querySelectorAll('img') ?? [])].map((picture) => picture.decode()));
    window.print();
  };

  return (
    <Dialog
      title={labels.length === 1 ? 'Print Label' : 'Print Labels'}
      description="Paper: DYMO 30252, 89 × 28 mm. In the print dialog choose the label printer and 100 %."
      open
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <form onSubmit={(event) => void print(event)} className="grid gap-4">
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
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" autoFocus disabled={!isPossible}>
            <Printer size={16} aria-hidden /> {total === 1 ? 'Print 1 label' : `Print ${total.toLocaleString()} labels`}
          </Button>
        </div>
      </form>
      {isPossible && createPortal(<Sheet labels={labels} copies={copies} ref={sheet} />, document.body)}
    </Dialog>
  );
}

function Sheet({ labels, copies, ref }: { labels: readonly Label[]; copies: number; ref: React.Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} className="label-sheet" aria-hidden>
      {labels.flatMap((label, index) =>
        Array.from({ length: copies }, (_, copy) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list stays as it is
          <LabelFace key={`${index} ${copy}`} label={label} />
        )),
      )}
    </div>
  );
}
