import { useState } from 'react';
import { Banner } from '../../../ui/Banner.tsx';
import { playTone } from '../../../ui/scan/sounds.ts';
import { useWedge } from '../../../ui/scan/use-wedge.ts';

const SHOWN = 50;

interface MissedScansProps {
  readonly codes: readonly string[];
  /** The other person who counts. */
  readonly counter: string | undefined;
  /** Takes the scans of the page, because nobody counts on it. */
  readonly isListening: boolean;
  readonly onScan: (code: string) => void;
  readonly onDismiss: () => void;
}

/** Hears the scans of a count that is not counted on this page, and names them until somebody has read them. */
export function MissedScans({ codes, counter, isListening, onScan, onDismiss }: MissedScansProps) {
  return (
    <>
      {isListening && <Ear onScan={onScan} />}
      {codes.length > 0 && (
        <Banner tone="bad" action={{ label: 'Dismiss', onClick: onDismiss }}>
          <span className="[overflow-wrap:anywhere]">
            Not counted, because this page is not counting: {codes.join(', ')}. {isListening ? whatToDo(counter) : 'Scan again.'}
          </span>
        </Banner>
      )}
    </>
  );
}

function whatToDo(counter: string | undefined): string {
  return counter === undefined ? 'Continue the count, then scan again.' : `${counter} is counting this right now.`;
}

function Ear({ onScan }: Pick<MissedScansProps, 'onScan'>) {
  useWedge({
    onScan: (code) => {
      playTone('error');
      onScan(code);
    },
    focusField: () => {},
  });
  return null;
}

/** The codes that `MissedScans` heard, the newest last. */
export function useMissedScans() {
  const [codes, setCodes] = useState<readonly string[]>([]);
  return { codes, onScan: (code: string) => setCodes((now) => [...now, code].slice(-SHOWN)), onDismiss: () => setCodes([]) };
}
