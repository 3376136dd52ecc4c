/** How a dialog about a suggestion ends. */
export interface DialogEnds {
  /** Nothing was done. */
  readonly onClose: () => void;
  /** What it is for was done, or refused: the row is another one now. */
  readonly onDone: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}
