import { expect, it } from 'vitest';
import { reasonOf } from './reason-of.ts';

it('names a read-only disk when a folder can not be created', () => {
  const error = Object.assign(new Error("ENOENT: no such file or directory, mkdir '/mnt/backups/shop'"), {
    ...{ code: 'ENOENT', syscall: 'mkdir', path: '/mnt/backups/shop' },
  });
  expect(reasonOf(error)).toBe("The folder /mnt/backups/shop can't be created: its disk is read-only, or a folder above it is missing");
  expect(reasonOf(Object.assign(new Error("ENOENT: no such file or directory, open 'keys.age'"), { code: 'ENOENT', syscall: 'open' }))).toContain('ENOENT');
});

it('says a cause once', () => {
  const cause = new Error('permission denied for table orders');
  expect(reasonOf(new Error(`Migration 0001_orders.sql failed: ${cause.message}`, { cause }))).toBe(
    'Migration 0001_orders.sql failed: permission denied for table orders',
  );
  expect(reasonOf(new Error('Not saved', { cause }))).toBe('Not saved (permission denied for table orders)');
});
