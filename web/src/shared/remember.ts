/** Stores what a page remembers by itself. On a device without room it is only not remembered: nobody's action fails for it. */
export function remember(storage: Storage, key: string, value: string): void {
  try {
    storage.setItem(key, value);
  } catch (error) {
    console.warn(`${key} could not be stored on this device`, error);
  }
}
