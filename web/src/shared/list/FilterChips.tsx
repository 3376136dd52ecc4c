import { X } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import type { Chip } from './chips.ts';

interface FilterChipsProps<Address> {
  readonly chips: readonly Chip<Address>[];
  readonly onClear: (change: Partial<Address>) => void;
}

/** The filters that are set. Each can be removed, and all of them at once. */
export function FilterChips<Address extends object>({ chips, onClear }: FilterChipsProps<Address>) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-1.5">
      {chips.map(({ text, clear }) => (
        <li key={text}>
          <button
            type="button"
            aria-label={`Remove the filter ${text}`}
            onClick={() => onClear(clear)}
            className="inline-flex min-h-7 max-w-80 items-center gap-1 rounded-full border border-edge bg-sunken py-0.5 pr-1.5 pl-2.5 text-[13px] hover:bg-accent-soft max-sm:min-h-11"
          >
            <span className="truncate">{text}</span> <X size={14} aria-hidden className="shrink-0" />
          </button>
        </li>
      ))}
      <li>
        <Button size="small" look="quiet" className="max-sm:min-h-11" onClick={() => onClear(Object.assign({}, ...chips.map(({ clear }) => clear)))}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}
