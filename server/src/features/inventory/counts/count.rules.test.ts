import { COUNT_LOCK_MS } from '@stowage/contract/inventory/count-entry';
import { causesOf } from '@stowage/contract/inventory/count-review';
import { COUNT_STATES, type CountState } from '@stowage/contract/inventory/counts';
import { describe, expect, it } from 'vitest';
import { type CountAction, hasMoved, hidesBooked, isHeld, needsApproval, needsReview, nextState, refuseCounter } from './count.rules.ts';

const NOW = new Date('2026-11-20T14:00:00Z');
const before = (ms: number) => new Date(NOW.getTime() - ms);

describe('states', () => {
  const MOVES: Record<CountAction, string[]> = {
    count: ['OPEN>COUNTING', 'COUNTING>COUNTING', 'RECOUNT>RECOUNT'],
    submit: ['COUNTING>SUBMITTED', 'RECOUNT>REVIEW'],
    recount: ['SUBMITTED>RECOUNT', 'REVIEW>RECOUNT'],
    review: ['SUBMITTED>REVIEW'],
    post: ['REVIEW>POSTED'],
    cancel: ['OPEN>CANCELED', 'COUNTING>CANCELED', 'SUBMITTED>CANCELED', 'RECOUNT>CANCELED', 'REVIEW>CANCELED'],
  };
  it.each(Object.entries(MOVES))('%s leads only to allowed states', (act, moves) => {
    const found = COUNT_STATES.map((state) => [state, nextState(state, act as CountAction)]).filter(([, next]) => next !== undefined);
    expect(found.map(([state, next]) => `${state}>${next}`)).toEqual(moves);
  });

  it('hide the booked quantities during a blind count', () => {
    const hidden = COUNT_STATES.filter((state) => hidesBooked({ state, isBlind: true }));
    expect(hidden).toEqual(['OPEN', 'COUNTING', 'RECOUNT']);
    expect(COUNT_STATES.some((state) => hidesBooked({ state, isBlind: false }))).toBe(false);
  });
});

describe('the person who counts', () => {
  const count = { state: 'COUNTING' as CountState, assigneeId: null, countedBefore: [], hold: undefined };
  const ann = { userId: 1, mayApprove: false };
  const held = (userId: number, ms: number) => ({ userId, device: 'device-1', heldAt: before(ms) });
  it.each([
    ['anybody, without an assignee', count, ann, undefined],
    ['nobody after the submission', { ...count, state: 'REVIEW' as CountState }, ann, 'not_counting'],
    ['the assignee', { ...count, assigneeId: 1 }, ann, undefined],
    ['no other person', { ...count, assigneeId: 2 }, ann, 'assigned_to_other'],
    ['an approver', { ...count, assigneeId: 2 }, { userId: 1, mayApprove: true }, undefined],
    ['not the person who counted the previous round, also an approver', { ...count, countedBefore: [1] }, { userId: 1, mayApprove: true }, 'counted_before'],
    ['not while another person counts', { ...count, hold: held(2, COUNT_LOCK_MS - 1) }, ann, 'held_by_other'],
    ['again after a long time without a heartbeat', { ...count, hold: held(2, COUNT_LOCK_MS) }, ann, undefined],
    ['the same person on another device', { ...count, hold: held(1, 0) }, ann, undefined],
  ])('%s', (_name, one, person, refusal) => {
    expect(refuseCounter(one, person, NOW)).toBe(refusal);
  });

  it('loses the hold after a timeout', () => {
    expect([isHeld(undefined, NOW), isHeld(held(1, COUNT_LOCK_MS - 1), NOW), isHeld(held(1, COUNT_LOCK_MS), NOW)]).toEqual([false, true, false]);
  });
});

it.each([
  [{ missing: 2, surplus: 0, value: 50 }, false],
  [{ missing: 3, surplus: 0, value: 0 }, true],
  [{ missing: 1, surplus: 2, value: 0 }, true],
  [{ missing: 1, surplus: 0, value: 50.01 }, true],
  [{ missing: 0, surplus: 0, value: 0 }, false],
])('%o requires approval: %s', (differences, is) => {
  expect(needsApproval(differences)).toBe(is);
});

it.each([
  ['a difference without movements', { expected: 4, booked: 4, counted: 3, onHand: 4, reviewedOnHand: null }, false, false],
  ['a movement without a difference', { expected: 4, booked: 3, counted: 3, onHand: 3, reviewedOnHand: null }, true, false],
  ['a movement before the line was counted', { expected: 4, booked: 3, counted: 2, onHand: 3, reviewedOnHand: null }, true, true],
  ['a movement after the line was counted', { expected: 4, booked: 4, counted: 3, onHand: 5, reviewedOnHand: null }, true, true],
  ['a person has reviewed it', { expected: 4, booked: 4, counted: 3, onHand: 5, reviewedOnHand: 5 }, true, false],
  ['another movement after the review', { expected: 4, booked: 4, counted: 3, onHand: 6, reviewedOnHand: 5 }, true, true],
])('review required: %s', (_name, line, moved, look) => {
  expect([hasMoved(line), needsReview(line)]).toEqual([moved, look]);
});

it('chooses from the root causes that match the difference', () => {
  expect(causesOf(-1)).toEqual(['MISSING_TRANSACTION', 'MISCOUNTED', 'LOST', 'DAMAGED', 'MISPLACED']);
  expect(causesOf(1)).toEqual(['MISSING_TRANSACTION', 'MISCOUNTED', 'FOUND', 'MISPLACED']);
});
