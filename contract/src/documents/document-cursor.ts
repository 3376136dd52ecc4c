/** The last document of the previous page: when it was filed, to the microsecond, and its id. */
export const DOCUMENT_CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z~\d{1,15}$/;
