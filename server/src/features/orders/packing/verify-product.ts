import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { lockOrder } from '../order.repository.ts';
import { type OrderDependencies, type Packer, publishOrder } from '../order-dependencies.ts';
import { type CodedAllocation, endVerifications, getById, listCodedAllocations } from '../reservations/allocation.repository.ts';
import { isOpen } from '../reservations/allocation-plan.rules.ts';
import { reconcileOrder } from '../reservations/reconcile-order.ts';
import { ensureNotShipped, ensureShippable } from '../shipping/shipping.rules.ts';
import { saveVerification, startEvents, type VerificationEvent } from './verification.repository.ts';
import { matchOf } from './verification.rules.ts';

interface Scan {
  /** The id of an allocation, or an order number: then the code may match any open allocation of the order. */
  readonly reference: number | string;
  readonly code: string;
  readonly packer: Packer;
}

interface Verified {
  /** 1 by FNSKU or SKU, 2 by UPC, EAN or GTIN, 0 when the code matches no open allocation. */
  readonly result: 0 | 1 | 2;
  /** The allocation's id, by its name in the API. */
  readonly pieceId: number | null;
  readonly verificationId: number | null;
}

type Match = { readonly allocation: CodedAllocation; readonly as: 1 | 2 };

const CODE_KINDS = { 1: 'FNSKU or SKU', 2: 'UPC, EAN or GTIN' } as const;

/** Checks that a scanned code is the product of an order, and starts the order for the packer. */
export async function verifyProduct({ db, clock, topics }: OrderDependencies, scan: Scan): Promise<Verified> {
  const { orderId, match, verificationId } = await db.transaction().execute((tx) => verifyInOrder(tx, scan, clock.now()));
  publishOrder(topics, orderId, 'VERIFIED', scan.packer);
  if (match === 'NO_UNIT') throw new AppError('conflict', 'No unit of this product is in stock', { reason: 'no_unit' });
  return { result: match?.as ?? 0, pieceId: match?.allocation.id ?? null, verificationId };
}

/** Runs three statements in the usual case, because packers wait for the answer. */
async function verifyInOrder(
  tx: DatabaseTransaction,
  scan: Scan,
  now: Date,
): Promise<{ orderId: string; match: Match | 'NO_UNIT' | undefined; verificationId: number | null }> {
  const { reference, code, packer } = scan;
  const order = await lockOrder(tx, reference);
  const { orderId } = order;
  const allocations = await listCodedAllocations(tx, orderId);
  if (typeof reference === 'number') ensureNotShipped(getById(allocations, reference));
  ensureShippable(order, packer.id, now);
  const save = (verified: Match | undefined, events: readonly VerificationEvent[]) => {
    // A scan that verifies nothing does not take the order from another packer.
    const isStarted = verified !== undefined || order.startedBy === packer.id;
    return saveVerification(tx, {
      orderId,
      packerId: packer.id,
      at: now,
      isStarted,
      verified,
      events: isStarted ? [...startEvents(order, packer), ...events] : events,
    });
  };
  let matches = matchAllocations(allocations, scan);
  if (matches.length === 0) {
    await save(undefined, [{ kind: 'VERIFY_FAILED', detail: `${code} is not in this order` }]);
    // The packer now holds another product, so the earlier verification no longer describes the unit in hand.
    const ended = allocations.filter(({ id, verifiedBy }) => verifiedBy === packer.id && (typeof reference === 'string' || id === reference));
    if (ended.length > 0) await endVerifications(tx, orderId, ended);
    return { orderId, match: undefined, verificationId: null };
  }
  if (nextReserved(matches) === undefined) {
    await reconcileOrder(tx, orderId, now);
    matches = matchAllocations(await listCodedAllocations(tx, orderId), scan);
  }
  const match = nextReserved(matches);
  const verificationId = await save(match, match === undefined ? [] : [{ kind: 'VERIFIED', detail: `Verified by ${CODE_KINDS[match.as]}: ${code}` }]);
  return { orderId, match: match ?? 'NO_UNIT', verificationId };
}

/** The open allocations whose product has the scanned code. */
function matchAllocations(allocations: readonly CodedAllocation[], { reference, code }: Scan): Match[] {
  return allocations
    .filter((allocation) => isOpen(allocation) && (typeof reference === 'string' || allocation.id === reference))
    .flatMap((allocation) => {
      const as = matchOf(code, allocation);
      return as === 0 ? [] : [{ allocation, as }];
    });
}

/** The first reserved allocation that is not verified yet; when all are verified, the scan repeats the first one. */
function nextReserved(matches: readonly Match[]): Match | undefined {
  const reserved = matches.filter(({ allocation }) => allocation.state === 'RESERVED');
  return reserved.find(({ allocation }) => allocation.verifiedUnitId !== allocation.unitId) ?? reserved[0];
}
