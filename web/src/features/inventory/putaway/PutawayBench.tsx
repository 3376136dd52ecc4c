import { conditionName } from '@stowage/contract/catalog/conditions';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { SCAN_DELAY_MS } from '@stowage/contract/inventory/scan';
import { useState } from 'react';
import { LastScan, NoScanYet } from '../../../shared/scan/LastScan.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ScanField } from '../../../ui/scan/ScanField.tsx';
import { Question } from '../scan/Question.tsx';
import { HeldCard } from './HeldCard.tsx';
import { type PutawayScan, putawayLook } from './putaway.ts';
import type { Putaway } from './use-putaway.ts';

/** The scan field with what is in the person's hand, or the last result. */
export function PutawayBench({ putaway }: { putaway: Putaway }) {
  const { field, held, lookingUp, problem, matches, scans, submit, hold, clearProblem } = putaway;
  const [openedAt] = useState(() => Date.now());
  const latest = scans.find(({ at, state }) => at >= openedAt || state === 'pending' || state === 'retrying');
  const holdAgain: typeof hold = (next) => {
    hold(next);
    field.current?.focus();
  };
  return (
    <Card>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 p-4">
        <ScanField
          ref={field}
          label="Unit, case or shelf"
          hint="Scan a unit, then its shelf. For a sealed case type its number of units in between, or scan ×24."
          delayMs={SCAN_DELAY_MS}
          error={problem}
          onInput={clearProblem}
          onSubmit={submit}
        />
        {matches !== undefined && (
          <Question
            hasKeys
            choices={matches.map(({ listing, condition, product }) => ({
              id: listing.id,
              label: `${conditionName(condition)} · ${listing.sellerSku ?? listing.fnsku} · ${product.title}`,
              give: () => submit(listing.sellerSku ?? listing.fnsku ?? ''),
            }))}
            onDismiss={() => holdAgain(held)}
          />
        )}
        <div aria-live="polite">
          {lookingUp !== undefined ? (
            <p className="grid min-h-32 place-items-center rounded-card bg-sunken p-5 text-bench">{lookingUp} …</p>
          ) : held !== undefined ? (
            <HeldCard held={held} onHold={holdAgain} />
          ) : (
            <LatestPutaway scan={latest} />
          )}
        </div>
      </div>
    </Card>
  );
}

function LatestPutaway({ scan }: { scan: PutawayScan | undefined }) {
  if (scan === undefined) return <NoScanYet>Scan a unit or a case</NoScanYet>;
  // A code that was refused before its shelf has none.
  const title = scan.location === '' ? undefined : `: ${numberText(scan.quantity)} to ${scan.location}`;
  return (
    <LastScan look={putawayLook(scan)} title={title}>
      <p className="text-bench font-semibold [overflow-wrap:anywhere]">{scan.name}</p>
      {!scan.isUndone && scan.result?.units !== undefined && <p>{numberText(scan.result.units)} there now</p>}
      {scan.state !== 'done' && scan.message !== undefined && <p>{scan.message}</p>}
    </LastScan>
  );
}
