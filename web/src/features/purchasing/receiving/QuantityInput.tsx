import { messageOf } from '@stowage/contract/errors';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { useEffect, useRef, useState } from 'react';
import { PASSES_SCANS } from '../../../ui/scan/use-wedge.ts';

interface QuantityInputProps {
  readonly label: string;
  readonly value: number;
  /** The number on the server, when `value` is one that is not saved yet. */
  readonly stored?: number;
  readonly min?: number;
  readonly isDisabled?: boolean;
  /** A warning about a number that is allowed. */
  readonly warning?: (quantity: number) => string | undefined;
  /**
   * Saves the number; the input shows the message of a thrown error.
   * @param seen the number on the server when the person began to type
   * @returns `elsewhere` when the person goes on in another field
   */
  readonly onSave: (quantity: number, seen: number) => Promise<unknown>;
  /** Called after Enter saved the number, to move the focus. */
  readonly onEntered?: (() => void) | undefined;
  /** Whether the input must stay: it has the focus, or a number that is not saved. */
  readonly onUse?: (isInUse: boolean) => void;
}

/** A number in a table. Leaving the field or pressing Enter saves a changed number. A code that is scanned into the field stays a scan. */
export function QuantityInput({ label, value, isDisabled = false, warning, onUse, ...saving }: QuantityInputProps) {
  const { draft, problem, isSaving, change, save } = useDraft({ value, ...saving });
  const [isFocused, setFocused] = useState(false);
  const isInUse = isFocused || isSaving || draft !== undefined;
  useEffect(() => onUse?.(isInUse), [isInUse, onUse]);
  const quantity = readQuantity(draft ?? '');
  const odd = problem ?? (quantity === undefined ? undefined : warning?.(quantity));
  return (
    <span className="grid justify-items-end gap-1">
      <input
        {...PASSES_SCANS}
        aria-label={label}
        aria-invalid={problem !== undefined || undefined}
        aria-busy={isSaving || undefined}
        inputMode="numeric"
        autoComplete="off"
        disabled={isDisabled}
        value={draft ?? value}
        onChange={({ target }) => change(target.value)}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          void save('leave');
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // A dialog that the save opens must not receive the key.
            event.preventDefault();
            void save('enter');
          } else if (event.key === 'Escape') change(undefined);
        }}
        className={`min-h-9 w-full min-w-14 max-w-24 rounded-md border bg-surface px-2 text-right text-ink disabled:bg-sunken ${problem !== undefined ? 'border-bad' : 'border-edge'}`}
      />
      {odd !== undefined && <Remark text={odd} isProblem={problem !== undefined} />}
    </span>
  );
}

/** The number that is typed and not saved, and what happens to it. */
function useDraft({ value, stored = value, min = 0, onSave, onEntered }: Pick<QuantityInputProps, 'value' | 'stored' | 'min' | 'onSave' | 'onEntered'>) {
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  // Refs, because Enter can be pressed again before the next render and before the previous number is saved. `seen` is forgotten after a refusal.
  const typed = useRef<string>(undefined);
  const busy = useRef(false);
  const again = useRef<'enter' | 'leave'>(undefined);
  const seen = useRef<number>(undefined);
  const change = (text: string | undefined) => {
    if (typed.current === undefined || seen.current === undefined) seen.current = stored;
    typed.current = text;
    setDraft(text);
    setProblem(undefined);
  };
  const save = async (how: 'enter' | 'leave', isSavedAgain = false): Promise<void> => {
    if (busy.current) {
      again.current = how;
      return;
    }
    // A refused number is sent again by Enter, and not by leaving.
    if (how === 'leave' && typed.current !== undefined && seen.current === undefined) return;
    // Enter also sends a shown number that is not saved yet.
    const text = typed.current ?? (how === 'enter' && value !== stored ? String(value) : undefined);
    const isSaved = text?.trim() === String(stored) && value === stored && (seen.current ?? stored) === stored && !isSavedAgain;
    if (text === undefined || isSaved) {
      change(undefined);
      return how === 'enter' ? onEntered?.() : undefined;
    }
    const wanted = readQuantity(text);
    if (wanted === undefined || wanted < min) return setProblem(wanted === undefined ? 'Enter a whole number' : `At least ${numberText(min)}`);
    busy.current = true;
    setSaving(true);
    setProblem(undefined);
    try {
      const next = await onSave(wanted, typed.current === undefined ? stored : (seen.current ?? stored));
      if (next !== 'elsewhere') seen.current = wanted;
      // Keeps what was typed during the save.
      if (typed.current === text) change(undefined);
      if (how === 'enter' && again.current === undefined && next !== 'elsewhere') onEntered?.();
    } catch (error) {
      seen.current = undefined;
      setProblem(messageOf(error));
    }
    busy.current = false;
    setSaving(false);
    const next = again.current;
    again.current = undefined;
    if (next !== undefined && typed.current !== undefined && typed.current !== text) await save(next, true);
  };
  return { draft, problem, isSaving, change, save };
}

function Remark({ text, isProblem }: { text: string; isProblem: boolean }) {
  return (
    <span role={isProblem ? 'alert' : 'status'} className={`text-xs font-medium ${isProblem ? 'text-bad' : 'text-warn'}`}>
      {text}
    </span>
  );
}

function readQuantity(text: string): number | undefined {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : undefined;
}
