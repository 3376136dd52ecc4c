import { counted } from '@stowage/contract/formats/text/counted';
import { Banner } from '../../../ui/Banner.tsx';
import { useUncountedScans } from './use-uncounted-scans.ts';

interface UncountedScansProps {
  readonly countId: number;
  /** Whether somebody can still count: then the scans may be answered. */
  readonly isOpen: boolean;
  /** The other person who counts. */
  readonly counter: string | undefined;
}

/** Names the scans of this device that are missing in a count which nobody counts here now. */
export function UncountedScans({ countId, isOpen, counter }: UncountedScansProps) {
  const { scans, dismiss } = useUncountedScans(countId);
  if (scans.length === 0) return null;
  const whoAnswers = counter === undefined ? 'Count here to answer.' : `${counter} is counting this right now. Answer when you count here again.`;
  const codes = scans.map(({ code }) => code).join(', ');
  return (
    <Banner tone="warn" {...(!isOpen && { action: { label: 'Dismiss', onClick: dismiss } })}>
      {counted(scans.length, 'scan of this device was not counted', 'scans of this device were not counted')}: {codes}.{isOpen && ` ${whoAnswers}`}
    </Banner>
  );
}
