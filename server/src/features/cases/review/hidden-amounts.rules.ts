import type { CaseEvent } from '@stowage/contract/cases/case-detail';
import { type CaseRow, readCaseFields } from '@stowage/contract/cases/cases';

/** The amount that an event of a claim names. */
const EXPECTED_AMOUNT = /\bexpected (?:\d+\.\d{2}|unknown)/;
/** The last field that an event of the marketplace data names. Its texts can have any character. */
const STATED_AMOUNT = /(Amazon Stated Reimbursement Amount) from .*$/s;
/** The amount of a payment that is proposed or decided. */
const PAYMENT = /\b(paid|took back|of) -?[\d.]+ [A-Z]{3}\b/;

/** The history's text without amounts that reveal the cost of the units. */
export function hideAmounts({ kind, detail }: Pick<CaseEvent, 'kind' | 'detail'>): string {
  if (kind === 'CLAIM') return detail.replace(EXPECTED_AMOUNT, 'expected amount changed');
  if (kind === 'DATA') return detail.replace(STATED_AMOUNT, '$1 changed');
  return kind === 'PROPOSED' || kind === 'DECIDED' ? detail.replace(PAYMENT, '$1 an amount') : detail;
}

/** A case without the amount that Amazon stated, which is in the JSON of its fields. */
export function hideStatedAmount<R extends Pick<CaseRow, 'qr_case_data'>>(row: R): R {
  return { ...row, qr_case_data: JSON.stringify({ ...readCaseFields(row.qr_case_data), amazon_reimbursement_amount: null }) };
}
