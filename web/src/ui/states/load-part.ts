export const PART_NOT_LOADED = 'Stowage was updated, or the connection was interrupted. Reload the page to go on.';

/**
 * Loads a part of the page. The files of the build with which the page was opened are gone after an update of the server.
 * @throws Error with a message for the person
 */
export function loadPart<Part>(loading: Promise<Part>): Promise<Part> {
  return loading.catch((cause: unknown) => {
    throw new Error(PART_NOT_LOADED, { cause });
  });
}

/** Whether a browser could not load a part of the page: Chrome, Firefox and Safari word it in this order. */
export function isNotLoaded({ message }: Error): boolean {
  return /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed)/.test(message);
}
