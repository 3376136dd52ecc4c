import { SCAN_DELAY_MS } from '@stowage/contract/inventory/scan';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/Card.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { ScanField } from '../../../ui/scan/ScanField.tsx';
import { locationOptions } from '../locations/location-options.ts';
import { type Described, ResultCard } from './ResultCard.tsx';
import { ScanList } from './ScanList.tsx';
import type { Scan } from './scan.ts';
import type { Scanning } from './use-scanning.ts';

interface ScanBenchProps {
  readonly scanning: Scanning;
  /** Why the last code was rejected; empty when the page says it elsewhere. */
  readonly error: string | undefined;
  readonly onInput: () => void;
  /** The item of a scan, when it is known. */
  readonly rowOf: (scan: Scan) => Described | undefined;
  /** The option for no location. */
  readonly noLocation?: string;
  readonly locationsError?: string;
  readonly children?: ReactNode;
}

/** The scan field, the location and the last result, with a list of this device's scans. */
export function ScanBench({ scanning, error, onInput, rowOf, noLocation, locationsError, children }: ScanBenchProps) {
  const { field, scans, latest, queue, locations, place, submit, choose } = scanning;
  const options = locationOptions(noLocation ?? '', locations);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Card>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 p-4">
          <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_15rem]">
            <ScanField ref={field} label="UPC, EAN, ASIN, SKU, or FNSKU" delayMs={SCAN_DELAY_MS} onSubmit={submit} {...{ error, onInput }} />
            <SelectField
              label="Location"
              size="bench"
              value={place?.location ?? ''}
              error={locationsError}
              options={noLocation === undefined ? options.slice(1) : options}
              onText={choose}
            />
          </div>
          <div aria-live="polite">
            <ResultCard scan={latest} row={latest && rowOf(latest)} />
          </div>
          {children}
        </div>
      </Card>
      <Card title="Scans" description="On this device; a location's own code switches the location.">
        <ScanList {...{ scans, queue, rowOf }} />
      </Card>
    </div>
  );
}
