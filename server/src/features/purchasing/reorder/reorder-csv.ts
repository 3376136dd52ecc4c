import type { ReorderProposal } from '@stowage/contract/purchasing/reorder';
import { csvOf, csvTable } from '../../../platform/formats/csv.ts';

const GOODS = { Product: 'title', 'Supplier SKU': 'supplier_sku', GTIN: 'gtin', Vendor: 'vendor', Order: 'quantity' } as const;
const COSTS = { 'Unit cost': 'unit_cost', Amount: 'amount' } as const;
const STOCK = {
  ...({ 'In stock': 'local', 'At FBA': 'fba', Waiting: 'waiting', 'On order': 'on_order', 'On drafts': 'in_drafts' } as const),
  ...({ 'Days left': 'days_left', 'Short by days': 'short_days' } as const),
};
const SALES = { 'Sold in 7 days': 'sold_7', 'Sold in 30 days': 'sold_30', 'Sold in 90 days': 'sold_90', 'Per day': 'per_day', Season: 'season' } as const;
const TERMS = { 'Lead time': 'lead_days', 'Case pack': 'case_pack', Minimum: 'minimum_quantity', Problem: 'problem', Reasons: 'why' } as const;
const WITH_COSTS = csvTable({ ...GOODS, ...COSTS, ...STOCK, ...SALES, ...TERMS });
const WITHOUT_COSTS = csvTable({ ...GOODS, ...STOCK, ...SALES, ...TERMS });

export function reorderCsv(proposals: readonly ReorderProposal[], seesCosts: boolean): AsyncIterable<string> {
  return csvOf(seesCosts ? WITH_COSTS : WITHOUT_COSTS, [proposals.map((proposal) => ({ ...proposal, why: proposal.reasons.join(' ') }))]);
}
