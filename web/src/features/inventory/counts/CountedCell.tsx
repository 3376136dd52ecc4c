import { COUNTED_LIMIT, enterCounted } from '@stowage/contract/inventory/count-entry';
import { type CountLine, listCountLines } from '@stowage/contract/inventory/count-review';
import { getCount } from '@stowage/contract/inventory/counts';
import { type FormEvent, useRef, useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { newId } from '../../../shared/new-id.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { PASSES_SCANS } from '../../../ui/scan/use-wedge.ts';
import { itemName } from '../history/item-name.ts';

/** Enters a counted quantity instead of scanning each unit. A scan into the field still counts as a scan. */
export function CountedCell({ countId, line }: { countId: number; line: CountLine }) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? line.counted?.toString() ?? '';
  /** The entry that was sent last, until it is saved. Only a retry of the same number has its id. */
  const sent = useRef<{ readonly counted: number; readonly clientEntryId: string }>(undefined);
  const enter = useCommand(enterCounted, [getCount, listCountLines]);
  const counted = /^\d{1,7}$/.test(text.trim()) ? Number(text) : undefined;
  const isWrong = text.trim() !== '' && (counted === undefined || counted > COUNTED_LIMIT);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (counted === undefined || isWrong) return;
    const next = nextField(event.currentTarget);
    if (sent.current?.counted !== counted) sent.current = { counted, clientEntryId: newId() };
    enter.mutate(
      { params: { id: countId, line: line.id }, body: sent.current },
      {
        onSuccess: () => {
          sent.current = undefined;
          setTyped(undefined);
          // The line leaves this list, so the focus moves to another field.
          next?.focus();
        },
        onError: (error) => toast('bad', `Not saved: ${error.message}`),
      },
    );
  };
  return (
    <form onSubmit={submit} className="flex items-center gap-2">
      <input
        {...PASSES_SCANS}
        aria-label={`Counted of ${itemName(line)}, ${line.identifier}, in ${line.location}`}
        aria-invalid={isWrong || undefined}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setTyped(target.value)}
        className={`min-h-9 w-20 rounded-md border bg-surface px-2 text-right ${isWrong ? 'border-bad' : 'border-edge'}`}
      />
      <Button type="submit" size="small" disabled={enter.isPending || counted === undefined || isWrong || counted === line.counted}>
        {enter.isPending ? 'Saving' : 'Save'}
      </Button>
    </form>
  );
}

/** The next field, else the previous one. */
function nextField(form: HTMLFormElement): HTMLInputElement | undefined {
  const fields = [...(form.closest('table')?.querySelectorAll<HTMLInputElement>('form input') ?? [])];
  const at = fields.findIndex((field) => form.contains(field));
  return fields[at + 1] ?? fields[at - 1];
}
