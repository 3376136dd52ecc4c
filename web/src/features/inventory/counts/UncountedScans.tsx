import { counted } from '@stowage/contract/formats/text/counted';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useUncountedScans } from './use-uncounted-scans.ts';

interface UncountedScansProps {
  readonly countId: number;
  /** Whether somebody can still count: then the scans may be answered. */
  readonly isOpen: boolean;
}

/** Names the scans of this device that are missing in a count which nobody counts here now. */
export function UncountedScans({ countId, isOpen }: UncountedScansProps) {
  const { scans, dismiss } = useUncountedScans(countId);
  if (scans.length === 0) return null;
  const codes = scans.map(({ code }) => code).join(', ');
  return (
    <Banner tone="warn">
      <span className="flex flex-wrap items-center justify-between gap-2">
        {counted(scans.length, 'scan of this device was not counted', 'scans of this device were not counted')}: {codes}.
        {isOpen ? ' Count here to answer.' : <Button onClick={dismiss}>Dismiss</Button>}
      </span>
    </Banner>
  );
}
