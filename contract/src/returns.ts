/** Dispositions up to this order print a label, those above it create a case. */
export const LAST_LABEL_DISPLAY_ORDER = 7;

/** The suffix that a disposition's text may carry, and that its label leaves out. */
export const CREATE_CASE_SUFFIX = ' - Create Case';
