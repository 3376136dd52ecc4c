import { isMoment } from '../formats/moment.ts';

const DOCUMENT_CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)~\d{1,15}$/;

/** Whether a text names the last document of a page: when it was filed, to the microsecond, and its id. */
export function isDocumentCursor(text: string): boolean {
  return isMoment(DOCUMENT_CURSOR.exec(text)?.[1]);
}
