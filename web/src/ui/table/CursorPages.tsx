import { Button } from '../Button.tsx';

interface CursorPagesProps {
  /** Where several lists stand on one page. */
  readonly label?: string;
  readonly size: number;
  readonly isLoading: boolean;
  /** Each is absent where there is nothing to go to. */
  readonly onFirst: (() => void) | undefined;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** Pages without numbers: each begins where the one before ended, so a late page costs what the first does. */
export function CursorPages({ label = 'Pages', size, isLoading, onFirst, onPrevious, onNext }: CursorPagesProps) {
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
