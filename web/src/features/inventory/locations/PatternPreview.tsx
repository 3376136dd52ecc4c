import { numberText } from '@stowage/contract/formats/text/number-text';
import type { LocationRow } from '@stowage/contract/inventory/locations';

interface Plan {
  readonly codes: readonly string[];
  readonly added: number;
  readonly existing: number;
  /** Active shelves without units that the pattern doesn't name. */
  readonly others: number;
}

const SHOWN = 6;

/** What a pattern would change. The server decides again. */
export function planOf(codes: readonly string[], locations: readonly LocationRow[]): Plan {
  const wanted = new Set(codes);
  const isWanted = ({ code }: LocationRow) => wanted.has(code.toUpperCase());
  const existing = locations.filter(isWanted).length;
  const others = locations.filter((row) => row.active && row.kind === 'SHELF' && row.units === 0 && !isWanted(row)).length;
  return { codes, added: codes.length - existing, existing, others };
}

export function PatternPreview({ plan }: { plan: Plan | undefined }) {
  return (
    <div aria-live="polite" className="grid min-h-16 content-center gap-1 rounded-md bg-sunken p-3">
      {plan === undefined ? (
        <p className="text-muted">The codes appear here.</p>
      ) : (
        <>
          <p className="font-mono font-semibold [overflow-wrap:anywhere]">{shortened(plan.codes).join(' ')}</p>
          <p className="text-muted">
            {numberText(plan.added)} new{plan.existing > 0 && `, ${numberText(plan.existing)} exist already and stay as they are`}
          </p>
        </>
      )}
    </div>
  );
}

function shortened(codes: readonly string[]): readonly string[] {
  return codes.length <= SHOWN + 1 ? codes : [...codes.slice(0, SHOWN), '…', ...codes.slice(-1)];
}
