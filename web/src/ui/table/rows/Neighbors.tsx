import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../../Button.tsx';
import { useShortcuts } from '../../keys/use-shortcuts.ts';

interface NeighborsProps {
  /** The place of the record in its list: `3 of 50`. */
  readonly place: string;
  /** Each is undefined at that end of the list. */
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  /** Escape and the keys work in a dialog, too. */
  readonly isInDialog?: boolean;
}

/** Two buttons that open the previous and the next record of the list, as the keys p and n do. */
export function Neighbors({ place, onPrevious, onNext, isInDialog = false }: NeighborsProps) {
  const shortcut = (open: (() => void) | undefined) => () => {
    open?.();
    return open !== undefined;
  };
  useShortcuts({ nextRecord: shortcut(onNext), previousRecord: shortcut(onPrevious) }, { isInDialog });
  return (
    <nav data-record-walk="" aria-label="Records of the list" className="flex items-center gap-1">
      <span className="mr-1 text-[13px] whitespace-nowrap text-muted">{place}</span>
      <Button size="small" aria-label="Previous record" title="Previous (p)" disabled={onPrevious === undefined} onClick={onPrevious}>
        <ChevronLeft size={16} aria-hidden />
      </Button>
      <Button size="small" aria-label="Next record" title="Next (n)" disabled={onNext === undefined} onClick={onNext}>
        <ChevronRight size={16} aria-hidden />
      </Button>
    </nav>
  );
}
