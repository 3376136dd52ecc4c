import { messageOf } from '@stowage/contract/errors';
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
  const latest = useRef<string>(undefined);
  const type = (next: string | undefined) => {
    latest.current = next;
    setTyped(next);
  };
  /** Enter was pressed while another number was being saved. */
  const isEnteredAgain = useRef(false);
  /** The entry that was sent last, until it is saved. Only a retry of the same number has its id. */
  const sent = useRef<{ readonly counted: number; readonly clientEntryId: string }>(undefined);
  const enter = useCommand(enterCounted, [getCount, listCountLines]);
  const counted = countedOf(text);
  const isWrong = text.trim() !== '' && counted === undefined;

  const send = async (wanted: number, form: HTMLFormElement): Promise<void> => {
    const next = nextField(form);
    if (sent.current?.counted !== wanted) sent.current = { counted: wanted, clientEntryId: newId() };
    try {
      await enter.mutateAsync({ params: { id: countId, line: line.id }, body: sent.current });
      sent.current = undefined;
      // Keeps what was typed during the save.
      if (latest.current === undefined || countedOf(latest.current) === wanted) {
        type(undefined);
        // The line leaves this list, so the focus moves to another field.
        if (form.contains(document.activeElement)) next?.focus();
      }
    } catch (error) {
      toast('bad', `Not saved: ${messageOf(error)}`);
    }
    const typedMeanwhile = isEnteredAgain.current ? countedOf(latest.current ?? '') : undefined;
    isEnteredAgain.current = false;
    if (typedMeanwhile !== undefined && typedMeanwhile !== wanted) await send(typedMeanwhile, form);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (enter.isPending) isEnteredAgain.current = true;
    else if (counted !== undefined) void send(counted, event.currentTarget);
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
        onChange={({ target }) => type(target.value)}
        className={`min-h-9 w-20 rounded-md border bg-surface px-2 text-right ${isWrong ? 'border-bad' : 'border-edge'}`}
      />
      <Button type="submit" size="small" disabled={counted === undefined || (counted === line.counted && !enter.isPending)}>
        {enter.isPending ? 'Saving' : 'Save'}
      </Button>
    </form>
  );
}

/** The number that is typed; undefined for anything else and beyond the limit. */
function countedOf(text: string): number | undefined {
  const number = /^\d{1,7}$/.test(text.trim()) ? Number(text) : undefined;
  return number !== undefined && number <= COUNTED_LIMIT ? number : undefined;
}

/** The next field, else the previous one. */
function nextField(form: HTMLFormElement): HTMLInputElement | undefined {
  const fields = [...(form.closest('table')?.querySelectorAll<HTMLInputElement>('form input') ?? [])];
  const at = fields.findIndex((field) => form.contains(field));
  return fields[at + 1] ?? fields[at - 1];
}
