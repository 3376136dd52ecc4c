/** The ends of a dialog about a suggestion. */
export interface DialogEnds {
  /** The dialog was canceled. */
  readonly onClose: () => void;
  /** The action was done or refused, so that the row has changed. */
  readonly onDone: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}
