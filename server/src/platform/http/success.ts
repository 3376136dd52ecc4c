/** Waits for the work and answers `{ success: true }`. */
export async function succeedAfter(work: Promise<unknown>): Promise<{ success: true }> {
  await work;
  return { success: true };
}
