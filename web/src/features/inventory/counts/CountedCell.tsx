import { messageOf } from '@stowage/contract/errors';
import { COUNTED_LIMIT, enterCounted } from '@stowage/contract/inventory/count-entry';
import { type CountLine, listCountLines } from '@stowage/contract/inventory/count-review';
import { getCount } from '@stowage/contract/inventory/counts';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { newId } from '../../../shared/new-id.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { PASSES_SCANS } from '../../../ui/scan/use-wedge.ts';
import { itemName } from '../history/item-name.ts';
import { useEarlierScans } from './use-uncounted-scans.ts';

/** Enters a counted quantity instead of scanning each unit. Enter, Save and leaving the field save it. A scan into the field still counts as a scan. */
export function CountedCell({ countId, line }: { countId: number; line: CountLine }) {
  const { text, isSaving, type, enter, leave } = useCountedEntry(countId, line);
  const counted = countedOf(text);
  const isWrong = text.trim() !== '' && counted === undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (counted !== undefined) enter(counted, event.currentTarget);
  };
  return (
    <form
      onSubmit={submit}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) leave();
      }}
      className="flex items-center gap-2"
    >
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
      <Button type="submit" size="small" disabled={counted === undefined || (counted === line.counted && !isSaving)}>
        {isSaving ? 'Saving' : 'Save'}
      </Button>
    </form>
  );
}

/** The text of a line's field, and how it is saved. */
function useCountedEntry(countId: number, line: CountLine) {
  const [typed, setTyped] = useState<string>();
  const stored = line.counted?.toString() ?? '';
  const latest = useRef<string>(undefined);
  /** The line's numbers that the person knows: the one over which they type, and those that they saved. Empty after a refusal. */
  const known = useRef<(number | null)[]>([]);
  const busy = useRef(false);
  /** The field was entered or left while another number was being saved. */
  const again = useRef(false);
  /** The entry that was sent last, until it is saved. Only a retry of the same number has its id. */
  const sent = useRef<{ readonly counted: number; readonly clientEntryId: string }>(undefined);
  const command = useCommand(enterCounted, [getCount, listCountLines]);
  const earlierScans = useEarlierScans(countId);
  const [isSaving, setSaving] = useState(false);
  const type = (next: string) => {
    if (latest.current === undefined || known.current.length === 0) known.current = [line.counted];
    // A scan into the field leaves it as it was, and types nothing.
    latest.current = next === stored ? undefined : next;
    setTyped(latest.current);
  };
  const enter = async (wanted: number, form?: HTMLFormElement): Promise<void> => {
    again.current = busy.current;
    if (busy.current) return;
    const next = form && nextField(form);
    if (sent.current?.counted !== wanted) sent.current = { counted: wanted, clientEntryId: newId() };
    busy.current = true;
    setSaving(true);
    try {
      await earlierScans();
      await command.mutateAsync({ params: { id: countId, line: line.id }, body: sent.current });
      sent.current = undefined;
      known.current.push(wanted);
      // Keeps what was typed during the save.
      if (latest.current === undefined || countedOf(latest.current) === wanted) {
        latest.current = undefined;
        setTyped(undefined);
        // The line leaves this list, so the focus moves to another field.
        if (form?.contains(document.activeElement)) next?.focus();
      }
    } catch (error) {
      known.current = [];
      toast('bad', `Not saved: ${messageOf(error)}`);
    }
    busy.current = false;
    setSaving(false);
    const typedMeanwhile = again.current ? countedOf(latest.current ?? '') : undefined;
    if (typedMeanwhile !== undefined && typedMeanwhile !== wanted) await enter(typedMeanwhile, form);
  };
  /** Saves the typed number unless it was refused, or the line was counted otherwise since. An emptied field shows the count again. @returns whether such a count prevents it */
  const leave = (): boolean => {
    if (latest.current?.trim() === '') type(stored);
    const wanted = countedOf(latest.current ?? '');
    if (wanted === undefined || wanted === line.counted || known.current.length === 0) return false;
    if (!known.current.includes(line.counted)) return true;
    void enter(wanted);
    return false;
  };
  const leaveList = useEffectEvent(() => {
    if (leave()) toast('bad', `Not saved: ${latest.current} of ${itemName(line)} in ${line.location}. The line was counted meanwhile.`);
  });
  useEffect(() => () => leaveList(), []);
  return { text: typed ?? stored, isSaving, type, enter: (wanted: number, form: HTMLFormElement) => void enter(wanted, form), leave };
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
