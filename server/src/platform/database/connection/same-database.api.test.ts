import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { requireSameDatabase } from './same-database.ts';

it('refuses an owner of another database, and accepts one that does not answer yet', async () => {
  const [{ connection, owner }, other] = [await createTestDatabase(), await createTestDatabase()];
  await requireSameDatabase(connection, owner.connection);
  await expect(requireSameDatabase(connection, other.owner.connection)).rejects.toThrow('DATABASE_URL and DATABASE_OWNER_URL lead to different databases');
  await requireSameDatabase({ host: '127.0.0.1', port: 1 }, owner.connection);
});
