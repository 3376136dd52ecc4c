/** Awaits a command and answers `{ success: true }`. */
export async function success(command: Promise<unknown>): Promise<{ success: true }> {
  await command;
  return { success: true };
}

/** Awaits a command and answers `{ success: true, message }`. */
export async function successMessage(message: string, command: Promise<unknown>): Promise<{ success: true; message: string }> {
  await command;
  return { success: true, message };
}
