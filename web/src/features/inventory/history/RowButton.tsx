import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '../../../ui/Button.tsx';

interface RowButtonProps extends Omit<ComponentProps<typeof Button>, 'children' | 'size'> {
  readonly icon: LucideIcon;
  /** Hidden where the table has no room for it. */
  readonly text: string;
}

/** An action of a table row: an icon, and a text where there is room. */
export function RowButton({ icon: Icon, text, ...button }: RowButtonProps) {
  return (
    <Button size="small" {...button}>
      <Icon size={14} aria-hidden /> <span className="lg:max-xl:hidden">{text}</span>
    </Button>
  );
}
