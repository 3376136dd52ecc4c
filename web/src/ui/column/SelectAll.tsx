import { numberText } from '@stowage/contract/formats/text/number-text';

interface SelectAllProps {
  readonly total: number;
  readonly selected: number;
  readonly onAll: (areAll: boolean) => void;
}

/** Selects all rows of the table below, or none. */
export function SelectAll({ total, selected, onAll }: SelectAllProps) {
  const areAll = total > 0 && selected === total;
  return (
    <label className="flex min-h-9 items-center gap-2 px-4 max-sm:min-h-11">
      <input
        type="checkbox"
        className="size-4.5"
        ref={(box) => {
          if (box !== null) box.indeterminate = selected > 0 && !areAll;
        }}
        checked={areAll}
        onChange={() => onAll(!areAll)}
      />
      Select all {numberText(total)}
    </label>
  );
}
