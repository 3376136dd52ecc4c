import { expect, it } from 'vitest';
import { orderProblem } from './order.rules.ts';

const item = { quantity: 1, shipped: 0, price: '9.99', tax: undefined, shipping: undefined };
const order = { orderId: '112-1', orderedAt: new Date(0), updatedAt: new Date(0), total: '9.99', items: [item], packages: [{ reference: '1', units: 1 }] };

it.each([
  [{}, undefined],
  [{ orderId: '' }, 'There is no order id'],
  [{ updatedAt: new Date('soon') }, '112-1: its dates cannot be read'],
  [{ total: '9,99' }, '112-1: the amount 9,99 is not a number'],
  [{ items: [{ ...item, tax: 'none' }] }, '112-1: the amount none is not a number'],
  [{ items: [{ ...item, quantity: 0.5 }] }, '112-1: a quantity is not a whole number'],
  [{ items: [{ ...item, quantity: 9_999_999_999 }] }, '112-1: a quantity is not a whole number'],
  [{ items: [{ ...item, shipping: 'free' }] }, '112-1: the amount free is not a number'],
  [{ packages: [{ reference: '1', units: -1 }] }, '112-1: a quantity is not a whole number'],
  [{ items: [{ ...item, title: 'Ket\0tle' }] }, '112-1: its title contains a character that can’t be stored'],
  [{ serviceLevel: 'half \ud83d' }, '112-1: its service level contains a character that can’t be stored'],
])('%j: %s', (change, problem) => {
  expect(orderProblem({ ...order, ...change })).toBe(problem);
});
