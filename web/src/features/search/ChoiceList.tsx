import { useEffect, useRef } from 'react';
import { Photo } from '../../ui/format/Photo.tsx';
import type { Choice, ChoiceGroup } from './choice.ts';

interface ChoiceListProps {
  readonly id: string;
  readonly groups: readonly ChoiceGroup[];
  /** The choice that Enter opens. */
  readonly active: Choice | undefined;
  readonly onPoint: (key: string) => void;
  readonly onOpen: (choice: Choice) => void;
}

/** The list below the search field, which keeps the focus and handles the keys. */
export function ChoiceList({ id, groups, active, onPoint, onOpen }: ChoiceListProps) {
  return (
    <div id={id} role="listbox" aria-label="Search results">
      {groups.map(({ value, items }) => (
        <div key={value} role="group" aria-label={value} className="pb-1">
          <p aria-hidden className="px-3 pt-2 pb-1 text-xs font-semibold text-muted">
            {value}
          </p>
          {items.map((choice) => (
            <Option key={choice.key} id={choiceId(id, choice)} choice={choice} isActive={choice === active} onPoint={onPoint} onOpen={onOpen} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps extends Pick<ChoiceListProps, 'onPoint' | 'onOpen'> {
  readonly id: string;
  readonly choice: Choice;
  readonly isActive: boolean;
}

function Option({ id, choice, isActive, onPoint, onOpen }: OptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the active option
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      // A list that appears below a resting pointer also causes this event, and is not a choice.
      onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && onPoint(choice.key)}
      onClick={() => onOpen(choice)}
      className={`flex min-h-9 cursor-pointer items-center gap-3 rounded px-3 py-1 ${isActive ? 'bg-accent-soft text-accent' : ''}`}
    >
      {choice.imageUrl !== undefined && <Photo url={choice.imageUrl} />}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{choice.title}</span>
        {choice.detail !== null && <span className={`block truncate text-xs ${isActive ? '' : 'text-muted'}`}>{choice.detail}</span>}
      </span>
    </div>
  );
}

/** An id without spaces for `aria-activedescendant`. */
export function choiceId(listId: string, { key }: Choice): string {
  return `${listId}-${encodeURIComponent(key)}`;
}
