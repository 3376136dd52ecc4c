import { useState } from 'react';
import { PASSES_SCANS } from '../../ui/use-wedge.ts';

interface QuantityInputProps {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly isDisabled?: boolean;
  /** What is odd about a number, though it may be. */
  readonly warning?: (quantity: number) => string | undefined;
  /** Keeps the number; when that fails it says so itself or by what it throws. */
  readonly onSave: (quantity: number) => Promise<unknown>;
  /** Enter was pressed and the number is kept: where the focus goes on. */
  readonly onEntered?: (() => void) | undefined;
}

/** A number in a table, kept when the field is left or Enter is pressed, and only when it is another one. What is scanned into it is a scan. */
export function QuantityInput({ label, value, min = 0, isDisabled = false, warning, onSave, onEntered }: QuantityInputProps) {
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const quantity = draft !== undefined && /^\d{1,6}$/.test(draft.trim()) ? Number(draft) : undefined;
  const save = async (how: 'enter' | 'leave') => {
    if (isSaving) return;
    if (draft === undefined || quantity === value) {
      setDraft(undefined);
      return how === 'enter' ? onEntered?.() : undefined;
    }
    if (quantity === undefined) return setProblem('A whole number');
    if (quantity < min) return setProblem(`At least ${min.toLocaleString()}`);
    setSaving(true);
    setProblem(undefined);
    try {
      await onSave(quantity);
      setDraft(undefined);
      if (how === 'enter') onEntered?.();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setSaving(false);
    }
  };
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
        onChange={({ target }) => {
          setDraft(target.value);
          setProblem(undefined);
        }}
        onBlur={() => void save('leave')}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void save('enter');
          else if (event.key === 'Escape') setDraft(undefined);
        }}
        className={`min-h-9 w-full min-w-14 max-w-24 rounded-md border bg-surface px-2 text-right text-ink disabled:bg-sunken ${problem !== undefined ? 'border-bad' : 'border-edge'}`}
      />
      {odd !== undefined && (
        <span role={problem === undefined ? 'status' : 'alert'} className={`text-xs font-medium ${problem === undefined ? 'text-warn' : 'text-bad'}`}>
          {odd}
        </span>
      )}
    </span>
  );
}
