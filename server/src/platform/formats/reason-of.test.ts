import { expect, it } from 'vitest';
import { reasonOf } from './reason-of.ts';

it('names a read-only disk when a folder can not be created', () => {
  const error = Object.assign(new Error("ENOENT: no such file or directory, mkdir '/mnt/backups/shop'"), {
    ...{ code: 'ENOENT', syscall: 'mkdir', path: '/mnt/backups/shop' },
  });
  expect(reasonOf(error)).toBe("The folder /mnt/backups/shop can't be created: its disk is read-only, or a folder above it is missing");
  expect(reasonOf(Object.assign(new Error("ENOENT: no such file or directory, open 'keys.age'"), { code: 'ENOENT', syscall: 'open' }))).toContain('ENOENT');
});

it('names the file or folder and the cause when the system refuses it', () => {
  const refused = (code: string, syscall: string, file: string) =>
    Object.assign(new Error(`${code}: not so, ${syscall} '${file}'`), { ...{ code, syscall, path: file } });
  expect(reasonOf(refused('EPERM', 'mkdir', '/sys/stowage'))).toBe("The folder /sys/stowage can't be created: the system does not permit it (EPERM)");
  expect(reasonOf(refused('EROFS', 'open', '/data/address'))).toBe("/data/address can't be opened: its disk is read-only (EROFS)");
  expect(reasonOf(refused('EACCES', 'rename', '/data/a'))).toBe("/data/a can't be written: this account may not do that there (EACCES)");
  expect(reasonOf(Object.assign(new Error('The disk is full. keys.age was not written'), { code: 'ENOSPC', path: 'keys.age' }))).toContain('was not written');
});

it('says a cause once', () => {
  const cause = new Error('permission denied for table orders');
  expect(reasonOf(new Error(`Migration 0001_orders.sql failed: ${cause.message}`, { cause }))).toBe(
    'Migration 0001_orders.sql failed: permission denied for table orders',
  );
  expect(reasonOf(new Error('Not saved', { cause }))).toBe('Not saved (permission denied for table orders)');
});
