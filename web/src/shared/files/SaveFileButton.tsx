import { numberText } from '@stowage/contract/formats/text/number-text';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';

interface SaveFileButtonProps {
  readonly label: string;
  /** The name for screen readers, when the label is too short. */
  readonly name?: string;
  readonly size?: 'small' | 'normal';
  readonly isDisabled?: boolean;
  /** @param onLines shows how many lines have arrived */
  readonly save: (onLines: (lines: number) => void) => Promise<void>;
  /** The message when saving fails. */
  readonly problem: (error: unknown) => string;
}

/** Downloads a file that takes a while to generate. */
export function SaveFileButton({ label, name, size = 'normal', isDisabled = false, save, problem }: SaveFileButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const [rows, setRows] = useState(0);
  const start = async () => {
    setBusy(true);
    setRows(0);
    // The first line has the headings.
    await save((lines) => setRows(Math.max(0, lines - 1))).catch((error: unknown) => toast('bad', problem(error)));
    setBusy(false);
  };
  return (
    <Button size={size} disabled={isDisabled || isBusy} aria-label={name} onClick={() => void start()}>
      <Download size={size === 'small' ? 14 : 15} aria-hidden /> {isBusy ? (rows === 0 ? 'Exporting...' : `Exporting ${numberText(rows)} rows...`) : label}
    </Button>
  );
}
