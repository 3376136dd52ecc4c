import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { ordersTopic } from '@stowage/contract/orders/orders';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type DatabasePool, type DatabaseTransaction, violatesUnique } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { lockUnits, shipReserved } from '../../inventory/index.ts';
import { getOrder, insertEvent, type LockedOrder, noSuch, updateOrder } from '../order.repository.ts';
import { type CodedPiece, endVerifications, type KeptPiece, listCodedPieces, listPieces, markShipped } from '../reservations/allocation.repository.ts';
import { settleOrder } from '../reservations/reservation.service.ts';
import { refused, refuseShipping, shippedRefusal, startedRefusal } from '../shipping/shipping.rules.ts';
import { keepVerification, type VerificationEvent } from './verification.repository.ts';
import { matchOf } from './verification.rules.ts';

/** Who packs. */
export interface Packer {
  readonly id: number;
  readonly name: string;
}

export interface PackingService {
  /** @param takeOver from somebody else who has started it */
  start(orderId: string, packer: Packer, takeOver: boolean): Promise<void>;
  /** @param mayEndOthers whether what somebody else has started may be given back */
  unstart(orderId: string, packer: Packer, mayEndOthers: boolean): Promise<void>;
  /** @param reference a piece by its id, or an order: then any piece of it that is still open */
  verify(reference: number | string, code: string, packer: Packer): Promise<Verified>;
  /** Takes the verified unit of a piece out of stock. Sent again it does nothing more. @returns whether the whole order is shipped */
  accept(pieceId: number, packer: Packer, named?: NamedAccept): Promise<boolean>;
}

/** What a page names its accept by; a client that knows only the specification names nothing. */
interface NamedAccept {
  /** Of this accept, however often it is sent. */
  readonly clientAcceptId?: string | undefined;
  /** Of the verification that it belongs to. */
  readonly verificationId?: number | undefined;
}

/** How a code names which piece. */
interface Verified {
  readonly result: 0 | 1 | 2;
  /** null when it is of none. */
  readonly pieceId: number | null;
  readonly verificationId: number | null;
}

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly topics: Topics;
}

export function createPackingService({ db, clock, topics }: Dependencies): PackingService {
  const tell = (orderId: string, change: 'STARTED' | 'UNSTARTED' | 'VERIFIED' | 'SHIPPED', { name }: Packer) =>
    topics.publish(ordersTopic, { orderId, change, actor: name });
  return {
    async start(orderId, packer, takeOver) {
      await db.transaction().execute(async (tx) => {
        const order = await getOrder(tx, orderId);
        const now = clock.now();
        refuse(takeOver ? { ...order, startedBy: null } : order, packer, now);
        await keepVerification(tx, { orderId, packerId: packer.id, at: now, isTaken: true, verified: undefined, events: startOf(order, packer) });
      });
      tell(orderId, 'STARTED', packer);
    },

    async unstart(orderId, packer, mayEndOthers) {
      const isGivenBack = await db.transaction().execute(async (tx) => {
        const order = await getOrder(tx, orderId);
        if (order.startedBy === null) return false;
        if (!mayEndOthers && order.startedBy !== packer.id) throw refused(startedRefusal(order));
        await updateOrder(tx, orderId, { started_by: null, started_at: null });
        await endVerifications(tx, orderId);
        await insertEvent(tx, { orderId, kind: 'UNSTARTED', detail: 'Given back', actorId: packer.id, at: clock.now() });
        return true;
      });
      if (isGivenBack) tell(orderId, 'UNSTARTED', packer);
    },

    async verify(reference, code, packer) {
      const { orderId, result, ...verified } = await db.transaction().execute((tx) => verifyPiece(tx, { reference, code, packer, now: clock.now() }));
      tell(orderId, 'VERIFIED', packer);
      if (result === 'NO_UNIT') throw new AppError('conflict', 'No unit of this product is in stock', { reason: 'no_unit' });
      return { result, ...verified };
    },

    async accept(pieceId, packer, named = {}) {
      const { orderId, isShipped, unitId } = await db
        .transaction()
        .execute((tx) => acceptPiece(tx, { ...named, pieceId, packer, now: clock.now() }))
        .catch((error: unknown) => {
          if (!violatesUnique(error, 'order_allocations_client_accept_id_key')) throw error;
          throw new AppError('conflict', 'Another piece was accepted under this id', { reason: 'already_shipped' });
        });
      if (unitId !== undefined) {
        tell(orderId, 'SHIPPED', packer);
        topics.publish(inventoryHistoryTopic, { unitId, change: 'SHIPPED' });
      }
      return isShipped;
    },
  };
}

function getPiece<P extends KeptPiece>(pieces: readonly P[], id: number): P {
  const piece = pieces.find((one) => one.id === id);
  if (piece === undefined) throw noSuch(id);
  return piece;
}

function refuse(order: LockedOrder, packer: Packer, now: Date): void {
  const refusal = refuseShipping(order, packer.id, now);
  if (refusal !== undefined) throw refused(refusal);
}

function refuseShipped({ state, shippedByName, shippedAt }: KeptPiece): void {
  if (state === 'SHIPPED') throw refused(shippedRefusal(shippedByName, shippedAt));
}

/** What is told when somebody begins to pack it: whoever packs it has it from then on. */
function startOf({ startedBy }: LockedOrder, packer: Packer): { readonly kind: 'STARTED'; readonly detail: string }[] {
  return startedBy === packer.id ? [] : [{ kind: 'STARTED', detail: 'Started' }];
}

const HOW = { 1: 'FNSKU or SKU', 2: 'UPC, EAN or GTIN' } as const;

interface Verify {
  readonly reference: string | number;
  readonly code: string;
  readonly packer: Packer;
  readonly now: Date;
}

/** Three statements where nothing is unusual: packers wait for it. */
async function verifyPiece(
  tx: DatabaseTransaction,
  { reference, code, packer, now }: Verify,
): Promise<{ orderId: string; result: 0 | 1 | 2 | 'NO_UNIT'; pieceId: number | null; verificationId: number | null }> {
  const order = await getOrder(tx, reference);
  const { orderId } = order;
  let pieces = await listCodedPieces(tx, orderId);
  if (typeof reference === 'number') refuseShipped(getPiece(pieces, reference));
  refuse(order, packer, now);
  // A scan that verifies nothing takes no order from anybody; of one's own it goes on.
  const keep = (verified: { piece: KeptPiece; as: 1 | 2 } | undefined, events: readonly VerificationEvent[]) => {
    const isTaken = verified !== undefined || order.startedBy === packer.id;
    return keepVerification(tx, {
      orderId,
      packerId: packer.id,
      at: now,
      isTaken,
      verified,
      events: isTaken ? [...startOf(order, packer), ...events] : events,
    });
  };
  let matches = matchesOf(pieces, { reference, code });
  if (matches.length === 0) {
    await keep(undefined, [{ kind: 'VERIFY_FAILED', detail: `${code} is not of this order` }]);
    // What is in the hand now is not what was verified before.
    const asked = pieces.filter(({ id, verifiedBy }) => verifiedBy === packer.id && (typeof reference === 'string' || id === reference));
    if (asked.length > 0)
      await endVerifications(
        tx,
        orderId,
        asked.map(({ id }) => id),
      );
    return { orderId, result: 0, pieceId: null, verificationId: null };
  }
  if (findReserved(matches) === undefined) {
    await settleOrder(tx, orderId, now);
    pieces = await listCodedPieces(tx, orderId);
    matches = matchesOf(pieces, { reference, code });
  }
  const found = findReserved(matches);
  const verificationId = await keep(found, found === undefined ? [] : [{ kind: 'VERIFIED', detail: `Verified by ${HOW[found.as]}: ${code}` }]);
  return { orderId, result: found?.as ?? 'NO_UNIT', pieceId: found?.piece.id ?? null, verificationId };
}

type Match = { readonly piece: CodedPiece; readonly as: 1 | 2 };

/** The open pieces that a code is of. */
function matchesOf(pieces: readonly CodedPiece[], { reference, code }: Pick<Verify, 'reference' | 'code'>): Match[] {
  return pieces.flatMap((piece) => {
    const isAsked = isOpen(piece) && (typeof reference === 'string' || piece.id === reference);
    const as = isAsked ? matchOf(code, piece) : 0;
    return as === 0 ? [] : [{ piece, as }];
  });
}

/** The next piece of several alike; of a piece that is verified already, the scan is a repeat. */
function findReserved(matches: readonly Match[]): Match | undefined {
  const reserved = matches.filter(({ piece }) => piece.state === 'RESERVED');
  return reserved.find(({ piece }) => piece.verifiedUnitId !== piece.unitId) ?? reserved[0];
}

interface Accept extends NamedAccept {
  readonly pieceId: number;
  readonly packer: Packer;
  readonly now: Date;
}

async function acceptPiece(
  tx: DatabaseTransaction,
  { pieceId, packer, clientAcceptId, verificationId, now }: Accept,
): Promise<{ orderId: string; isShipped: boolean; unitId: number | undefined }> {
  const order = await getOrder(tx, pieceId);
  const { orderId } = order;
  const pieces = await listPieces(tx, orderId);
  const piece = getPiece(pieces, pieceId);
  if (piece.state === 'SHIPPED' && isSameAccept(piece, packer, clientAcceptId)) {
    return { orderId, isShipped: order.localState !== 'OPEN', unitId: undefined };
  }
  refuseShipped(piece);
  refuse(order, packer, now);
  if (verificationId !== undefined && verificationId !== piece.verificationId) {
    throw new AppError('conflict', 'What was verified counts no more, for it was undone or changed since: verify the product again', {
      reason: 'verification_over',
    });
  }
  const [unit] = piece.unitId === null ? [] : await lockUnits(tx, [piece.unitId]);
  if (unit === undefined || unit.status !== 'SALE_PENDING' || unit.listingId !== piece.listingId) {
    throw new AppError('conflict', 'The reserved unit is gone or changed: verify the product again', { reason: 'unit_gone' });
  }
  if (piece.verifiedUnitId !== unit.id || piece.verifiedBy !== packer.id) {
    throw new AppError('rule_violated', 'Verify the product first', { reason: 'not_verified' });
  }
  await shipReserved(tx, unit, { orderId, actorId: packer.id });
  await markShipped(tx, pieceId, { actorId: packer.id, at: now, clientAcceptId: clientAcceptId ?? null });
  const isShipped = !pieces.some((other) => other.id !== pieceId && isOpen(other));
  if (isShipped) {
    await updateOrder(tx, orderId, { local_state: 'SHIPPED', shipped_by: packer.id, shipped_at: now, started_by: null, started_at: null });
  }
  await insertEvent(tx, { orderId, kind: 'SHIPPED', detail: isShipped ? `Shipped, unit ${unit.id}` : `Unit ${unit.id} packed`, actorId: packer.id, at: now });
  return { orderId, isShipped, unitId: unit.id };
}

/** The same accept once more: its answer was lost. A page that gives no ids sends it as the same person. */
function isSameAccept(piece: KeptPiece, packer: Packer, clientAcceptId: string | undefined): boolean {
  return clientAcceptId === undefined ? piece.shippedBy === packer.id : piece.clientAcceptId === clientAcceptId;
}

function isOpen({ state }: KeptPiece): boolean {
  return state === 'WAITING' || state === 'RESERVED';
}
