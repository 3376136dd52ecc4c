import type { PackingListLine, PackingListOption } from '@stowage/contract/purchasing/packing-lists';
import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { Button } from '../../../ui/Button.tsx';
import { ListSheet } from './ListSheet.tsx';

interface PrintListButtonProps {
  readonly poNumber: string;
  readonly list: PackingListOption;
  readonly lines: readonly PackingListLine[];
}

/** Prints a packing list through the browser. */
export function PrintListButton({ lines, ...names }: PrintListButtonProps) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const done = () => setPrinting(false);
    window.addEventListener('afterprint', done);
    return () => window.removeEventListener('afterprint', done);
  }, []);
  const print = () => {
    // The sheet must be rendered before the browser prints.
    flushSync(() => setPrinting(true));
    window.print();
  };
  return (
    <>
      <Button size="small" disabled={lines.length === 0} onClick={print}>
        <Printer size={14} aria-hidden /> Print list
      </Button>
      {isPrinting && createPortal(<ListSheet lines={lines} {...names} />, document.body)}
    </>
  );
}
