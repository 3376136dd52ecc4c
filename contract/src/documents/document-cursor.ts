/** Behind which document a page begins: when that was filed, to the microsecond, and its number. */
export const DOCUMENT_CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z~\d{1,15}$/;
