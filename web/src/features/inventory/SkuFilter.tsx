import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/form/Field.tsx';

interface SkuFilterProps {
  readonly sku: string;
  readonly isBusy: boolean;
  /** Called with the trimmed text; empty means all. */
  readonly onFilter: (sku: string) => void;
}

/** Filters a list of movements by SKU. */
export function SkuFilter({ sku, isBusy, onFilter }: SkuFilterProps) {
  const [text, setText] = useState(sku);
  const filter = (event: FormEvent) => {
    event.preventDefault();
    onFilter(text.trim());
  };
  return (
    <form onSubmit={filter} className="grid grid-cols-[1fr_auto] items-end gap-3 px-4 pb-4 sm:max-w-md">
      <TextField label="SKU" placeholder="All SKUs" autoComplete="off" value={text} onChange={({ target }) => setText(target.value)} />
      <Button type="submit" look="primary" disabled={isBusy}>
        {isBusy ? 'Loading...' : 'Filter'}
      </Button>
    </form>
  );
}
