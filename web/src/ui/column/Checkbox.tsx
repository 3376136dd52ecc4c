interface CheckboxProps {
  readonly label: string;
  readonly isChecked: boolean;
  /** Some of the rows that the checkbox stands for are selected. */
  readonly isMixed?: boolean;
  /** @param isRange the Shift key was pressed */
  readonly onToggle: (isRange: boolean) => void;
}

/** A checkbox in a table, with a label for screen readers only. */
export function Checkbox({ label, isChecked, isMixed = false, onToggle }: CheckboxProps) {
  return (
    <label className="inline-grid size-8 place-items-center select-none max-sm:size-11">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        className="size-4.5"
        ref={(box) => {
          if (box !== null) box.indeterminate = isMixed;
        }}
        checked={isChecked}
        onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}
