import { Button } from '../Button.tsx';

interface CursorPagesProps {
  /** Needed where a page has several lists. */
  readonly label?: string;
  readonly size: number;
  readonly isLoading: boolean;
  /** Each is undefined when there is no such page; with none of them the list is one page long, and shows no buttons. */
  readonly onFirst: (() => void) | undefined;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  /** Shows the disabled buttons of a list that is one page long. */
  readonly isAlwaysShown?: boolean;
}

/** Pages without numbers: each begins where the one before ended, so that a late page costs the server no more than the first. */
export function CursorPages({ label = 'Pages', size, isLoading, onFirst, onPrevious, onNext, isAlwaysShown = false }: CursorPagesProps) {
  if (!isAlwaysShown && onFirst === undefined && onNext === undefined) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-end gap-2 px-4 py-2.5">
      {isLoading && <p className="mr-auto text-muted">Loading...</p>}
      <Button size="small" disabled={onFirst === undefined} onClick={onFirst}>
        First
      </Button>
      <Button size="small" disabled={onPrevious === undefined} onClick={onPrevious}>
        Previous
      </Button>
      <Button size="small" disabled={onNext === undefined || isLoading} onClick={onNext}>
        Next {size}
      </Button>
    </nav>
  );
}
