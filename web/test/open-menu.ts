import userEvent from '@testing-library/user-event';

/**
 * Opens the menu of a button, as the keyboard does. A slow press of the mouse, as on a busy machine, is a choice in
 * the menu that it opened, and closes it again.
 */
export async function openMenu(button: HTMLElement): Promise<void> {
  button.focus();
  await userEvent.keyboard('{Enter}');
}
