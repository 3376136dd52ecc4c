interface CheckListProps<Value extends string> {
  readonly title: string;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: Value[]) => void;
}

/** A group of checkboxes, and one above them for all. */
export function CheckList<Value extends string>({ title, options, chosen, onChange }: CheckListProps<Value>) {
  const values = options.map(([value]) => value);
  const isAll = values.every((value) => chosen.includes(value));
  const others = chosen.filter((value) => !values.includes(value));
  return (
    <fieldset className="grid content-start gap-1">
      <legend className="sr-only">{title}</legend>
      <Check label={title} isBold checked={isAll} onChange={(isOn) => onChange(isOn ? [...others, ...values] : others)} />
      {options.map(([value, label]) => (
        <Check
          key={value}
          label={label}
          checked={chosen.includes(value)}
          onChange={(isOn) => onChange(isOn ? [...chosen, value] : chosen.filter((one) => one !== value))}
        />
      ))}
    </fieldset>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isBold?: boolean;
  readonly checked: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Check({ label, isBold = false, checked, onChange }: CheckProps) {
  return (
    <label className={`flex min-h-7 items-start gap-2 ${isBold ? 'font-semibold' : ''}`}>
      <input type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      <span className="min-w-0">{label}</span>
    </label>
  );
}
