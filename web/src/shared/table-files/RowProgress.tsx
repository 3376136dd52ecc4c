import { useId } from 'react';

interface RowProgressProps {
  /** How far it is: `Checking 40 of 100 rows`. */
  readonly text: string;
  readonly done: number;
  readonly total: number;
}

/** The progress over the rows of a file. */
export function RowProgress({ text, done, total }: RowProgressProps) {
  const id = useId();
  return (
    <div className="grid min-w-56 gap-1">
      <p id={id}>{text}</p>
      <progress aria-labelledby={id} className="h-2 w-full" max={total} value={done} />
    </div>
  );
}
