import type { OutputOf } from '@stowage/contract/endpoint';
import { addDays, utcDay } from '@stowage/contract/formats/day';
import { DRAFT_LINES_MAX } from '@stowage/contract/purchasing/order-drafts';
import type { orderProposals, ReorderSettings } from '@stowage/contract/purchasing/reorder';
import { AppError } from '../../../platform/app-error.ts';
import { once } from '../../../platform/commands/once.ts';
import { changedMeanwhile } from '../../../platform/commands/require-version.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { addDraft } from '../order-drafts/draft.service.ts';
import * as reorder from './reorder.repository.ts';
import { isSeason, propose } from './reorder.rules.ts';
import { listFacts, type ProductFacts } from './reorder-facts.read-model.ts';
import { recordStockOuts, replayStockOuts } from './stock-out.repository.ts';

interface Choice {
  readonly clientId: string;
  readonly productIds: readonly number[] | undefined;
  readonly vendor: string | undefined;
  readonly actorId: number;
}

type Drafts = OutputOf<typeof orderProposals>['drafts'];

export type ReorderService = ReturnType<typeof createReorderService>;

export function createReorderService({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const inTransaction = <R>(work: (tx: DatabaseTransaction) => Promise<R>) => db.transaction().execute(work);
  const today = () => utcDay(clock.now());
  /** Calculates the proposals of all products, or of those that changed. */
  const calculate = async (tx: DatabaseTransaction, settings: ReorderSettings, productIds?: readonly number[]) => {
    const facts = await listFacts(tx, { productIds, today: today(), leadDays: settings.lead_days, reviewDays: settings.review_days });
    await reorder.replaceProposals(
      tx,
      facts.map((fact) => toProposal(fact, settings)),
      productIds,
    );
  };
  const calculateAll = async (tx: DatabaseTransaction) => {
    const settings = await reorder.lockSettings(tx);
    if (settings.isFirst) await replayStockOuts(tx, today());
    await recordStockOuts(tx, today());
    await calculate(tx, settings);
    await reorder.markCalculated(tx, clock.now());
  };
  return {
    /** Idempotent: two calculations on a day record a stock-out once. */
    calculate: (): Promise<void> => inTransaction(calculateAll),

    saveSettings: (settings: ReorderSettings): Promise<void> =>
      inTransaction(async (tx) => {
        if (!(await reorder.saveSettings(tx, settings))) throw changedMeanwhile('these settings');
        await calculateAll(tx);
      }),

    /** Makes a draft for each vendor of the chosen proposals, from today's figures. */
    order: ({ clientId: key, productIds, vendor, actorId }: Choice): Promise<Drafts> =>
      inTransaction((tx) =>
        once(tx, { command: 'purchasing.order-proposals', key, actorId, content: [productIds, vendor] }, async () => {
          // Another person who orders the same waits here, and then sees the drafts of the first.
          const settings = await reorder.lockSettings(tx);
          const chosen = productIds ?? (vendor === undefined ? [] : await reorder.listDueOfVendor(tx, vendor, DRAFT_LINES_MAX));
          await calculate(tx, settings, chosen);
          const due = await reorder.listDue(tx, chosen);
          if (due.length === 0) throw nothingToOrder();
          const drafts = await addDrafts(tx, due, { today: today(), actorId });
          await calculate(tx, settings, chosen);
          return drafts;
        }),
      ),
  };
}

function toProposal(facts: ProductFacts, { review_days: reviewDays, service_percent: servicePercent }: ReorderSettings): reorder.NewProposal {
  const { local, fba, waiting, onOrder, inDrafts, leadDays, casePack, minimumQuantity, hasYear, yearAgoAhead, yearAgoBefore } = facts;
  const sales = { ...facts, yearAgo: hasYear ? { ahead: yearAgoAhead, before: yearAgoBefore } : null };
  const supply = { available: local + fba - waiting, coming: onOrder + inDrafts };
  const proposal = propose(sales, supply, { leadDays, reviewDays, servicePercent, casePack, minimumQuantity });
  const problem = facts.vendor === null ? 'NO_VENDOR' : facts.gtin === null ? 'NO_GTIN' : null;
  return { ...facts, ...proposal, isSeason: isSeason(proposal.season), problem };
}

async function addDrafts(
  tx: DatabaseTransaction,
  due: readonly reorder.DueProposal[],
  { today, actorId }: { today: string; actorId: number },
): Promise<Drafts> {
  const drafts: Drafts = [];
  for (const own of byVendor(due)) {
    const [first] = own;
    if (first === undefined) continue;
    const { vendor, leadDays } = first;
    const used = new Set<string>();
    const items = own.map(({ productId, supplierSku, gtin, quantity, unitCost }) => {
      // Two products with one item code: the vendor knows the second by its barcode.
      const sku = used.has(supplierSku.toUpperCase()) ? gtin : supplierSku;
      used.add(sku.toUpperCase());
      return { product_id: productId, supplier_sku: sku, ordered: quantity, unit_cost: unitCost };
    });
    const content = { vendor, expected_date: addDays(today, leadDays), notes: null, items };
    const { id, poNumber } = await addDraft(tx, { content, origin: 'PROPOSAL', actorId, year: Number(today.slice(0, 4)) });
    drafts.push({ id, po_number: poNumber, vendor, lines: items.length });
  }
  return drafts;
}

function byVendor(due: readonly reorder.DueProposal[]): Iterable<readonly reorder.DueProposal[]> {
  const vendors = new Map<string, reorder.DueProposal[]>();
  for (const one of due) vendors.set(one.vendorIdentity, [...(vendors.get(one.vendorIdentity) ?? []), one]);
  return vendors.values();
}

function nothingToOrder(): AppError {
  return new AppError('conflict', 'Nothing is left to order: the units are on order drafts or purchase orders by now', { reason: 'nothing_to_order' });
}
