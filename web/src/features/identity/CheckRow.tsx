interface CheckRowProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A checkbox with its label, and a second line below it. */
export function CheckRow({ label, hint, checked, disabled, onChange }: CheckRowProps) {
  return (
    <label className="flex min-h-7 items-start gap-2">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>
        {label}
        {hint !== undefined && <span className="block text-muted">{hint}</span>}
      </span>
    </label>
  );
}
