import { useEffect } from 'react';

const GUARD = 'data-base-ui-focus-guard';

/**
 * Keeps the focus in an open dialog when Tab is pressed quickly. The library takes the focus from a guard behind the dialog's last
 * control to its first one in the next frame. Until then, another Tab would leave the dialog.
 */
export function useTabTrap(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const hold = (event: KeyboardEvent) => {
      if (event.key === 'Tab' && document.activeElement?.hasAttribute(GUARD)) event.preventDefault();
    };
    document.addEventListener('keydown', hold, { capture: true });
    return () => document.removeEventListener('keydown', hold, { capture: true });
  }, [isOpen]);
}
