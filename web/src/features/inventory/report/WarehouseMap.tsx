import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { LocationSummary } from '@stowage/contract/inventory/report';
import { SHELF_LOCATIONS } from '@stowage/contract/inventory/shelf-locations';
import { Card } from '../../../ui/Card.tsx';

interface WarehouseMapProps {
  readonly rows: readonly LocationSummary[];
  readonly current: string | undefined;
  readonly onOpen: (location: string) => void;
}

const SHADES = ['shade-0', 'shade-1', 'shade-2', 'shade-3', 'shade-4'] as const;

/** The shelves A-1 to G-8 in their layout, in a stronger color with more units. The table below has the same numbers. */
export function WarehouseMap({ rows, current, onOpen }: WarehouseMapProps) {
  const units = new Map(rows.map(({ location, item_count }) => [location, item_count]));
  const fullest = Math.max(1, ...SHELF_LOCATIONS.map((location) => units.get(location) ?? 0));
  return (
    <Card title="Warehouse Map" description="The stronger a shelf's color, the more units it holds. Click a shelf to open it.">
      <ul className="grid grid-cols-4 gap-1.5 px-4 pb-4 sm:grid-cols-8">
        {SHELF_LOCATIONS.map((location) => {
          const count = units.get(location) ?? 0;
          return (
            <li key={location}>
              <button
                type="button"
                aria-label={`${location}: ${counted(count, 'unit')}`}
                aria-pressed={location === current}
                onClick={() => onOpen(location)}
                className={`grid min-h-11 w-full place-items-center rounded-md border p-1 ${shade(count, fullest)} ${location === current ? 'border-accent ring-2 ring-accent' : 'border-line'}`}
              >
                <span className="text-xs">{location}</span>
                <span className="font-semibold">{numberText(count)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function shade(count: number, fullest: number): string {
  return SHADES[count === 0 ? 0 : Math.min(4, 1 + Math.floor((count / fullest) * 3.999))] ?? SHADES[0];
}
