import { expect, it } from 'vitest';
import { reasonOf } from './reason-of.ts';

it('names a read-only disk when a folder can not be created', () => {
  const error = Object.assign(new Error("ENOENT: no such file or directory, mkdir '/mnt/backups/shop'"), {
    ...{ code: 'ENOENT', syscall: 'mkdir', path: '/mnt/backups/shop' },
  });
  expect(reasonOf(error)).toBe("The folder /mnt/backups/shop can't be created: its disk is read-only, or a folder above it is missing");
  expect(reasonOf(Object.assign(new Error("ENOENT: no such file or directory, open 'keys.age'"), { code: 'ENOENT', syscall: 'open' }))).toContain('ENOENT');
});
