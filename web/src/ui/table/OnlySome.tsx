import { Button } from '../Button.tsx';

/** Says that a list shows only some of its rows when no field of the page says it, with a button that shows all. */
export function OnlySome({ children, onAll }: { children: string; onAll: () => void }) {
  return (
    <p role="status" className="mx-4 mb-3 flex flex-wrap items-center justify-between gap-2 rounded-md bg-accent-soft px-3 py-1.5 text-accent">
      {children}
      <Button size="small" className="max-sm:min-h-11" onClick={onAll}>
        Show all
      </Button>
    </p>
  );
}
