import { centsOf, lineCents } from '@stowage/contract/formats/money';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { listCorrectable, lockInvoice } from './invoice.repository.ts';
import type { InvoiceHeader, NewInvoiceLine } from './invoice-entry.rules.ts';

interface Correction {
  readonly header: InvoiceHeader;
  readonly lines: readonly NewInvoiceLine[];
  readonly submit: boolean;
  /** The correction itself, if it is stored already. */
  readonly besideId?: number;
}

/**
 * Refuses a correction of an unpaid invoice, of another vendor, or of more than the paid invoice and its earlier corrections bill:
 * by units, amounts, charges and total. A draft is checked when it is submitted. Locks the paid invoice.
 */
export async function requireCorrectable(tx: Database, correctsId: number, { header, lines, submit, besideId }: Correction): Promise<void> {
  const corrected = await lockInvoice(tx, correctsId);
  if (corrected.state !== 'PAID')
    throw new AppError('rule_violated', 'Only a paid invoice is corrected by another invoice. Edit this one instead', { reason: 'not_paid' });
  if (corrected.vendorIdentity !== header.vendorIdentity) {
    throw new AppError('rule_violated', `Invoice ${corrected.number} belongs to another vendor`, { reason: 'several_vendors' });
  }
  if (!submit) return;
  const refuse = (words: string) => new AppError('rule_violated', words, { reason: 'not_billed' });
  const { lines: billed, freight, tax, discount, total } = await listCorrectable(tx, correctsId, besideId ?? null);
  for (const lineId of new Set(lines.map((line) => line.lineId))) {
    const was = billed.find((line) => line.lineId === lineId);
    if (was === undefined)
      throw refuse(`A correction can only have lines of the invoice that it corrects. Invoice ${corrected.number} doesn’t bill all of these lines`);
    const now = lines.filter((line) => line.lineId === lineId);
    const quantity = now.reduce((sum, line) => sum + line.quantity, was.quantity);
    const cents = now.reduce((sum, line) => sum + lineCents(line.quantity, line.unitCost), centsOf(was.amount));
    const isDearer = now.some((line) => line.quantity < 0 && Number(line.unitCost) > Number(was.unitCost));
    if (quantity < 0 || cents < 0 || isDearer) {
      const units = `${numberText(was.quantity)} units of ${was.supplierSku} for ${moneyText(was.amount)}, at most at ${moneyText(was.unitCost)}`;
      throw refuse(`Invoice ${corrected.number} with its corrections bills ${units}: no more can be taken back`);
    }
  }
  for (const [name, was, now] of [
    ['freight', freight, header.freight],
    ['tax', tax, header.tax],
    ['discount', discount, header.discount],
  ] as const) {
    if (centsOf(now) < 0 && centsOf(was) + centsOf(now) < 0) {
      throw refuse(`Invoice ${corrected.number} with its corrections bills ${moneyText(was)} of ${name}: no more can be taken back`);
    }
  }
  if (centsOf(header.total) < 0 && centsOf(total) + centsOf(header.total) < 0) {
    const less = centsOf(discount) > 0 ? `, after a discount of ${moneyText(discount)}, which is taken back as well` : '';
    throw refuse(`Invoice ${corrected.number} with its corrections comes to ${moneyText(total)}${less}: no more can be taken back`);
  }
}

/**
 * Refuses what leaves less billed than later corrections take back, such as voiding a correction that added units.
 * @param correctsId the invoice that the changed one corrects. Called after the change, with the vendor's numbers locked
 */
export async function refuseUncovered(tx: Database, correctsId: number): Promise<void> {
  const { lines, freight, tax, discount, total } = await listCorrectable(tx, correctsId, null);
  const isBelow = lines.some(({ quantity, amount }) => quantity < 0 || centsOf(amount) < 0) || [freight, tax, discount, total].some((sum) => centsOf(sum) < 0);
  if (isBelow) throw new AppError('conflict', 'Other corrections take back what this one bills. Void or edit those first', { reason: 'not_billed' });
}
