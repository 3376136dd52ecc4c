import { expect, it } from 'vitest';
import { collectLog } from '../../../../test/log-lines.ts';
import { createOwnConnection } from './own-connection.service.ts';

it('shows no connection while the provider is down, and logs why', async () => {
  const { logger, lines } = collectLog();
  const provider = { issuer: () => Promise.reject(new Error('The provider is down')) };
  const dependencies = { logger, provider, signIn: {} } as unknown as Parameters<typeof createOwnConnection>[0];
  const caller = { userId: 1 } as Parameters<ReturnType<typeof createOwnConnection>['read']>[0];
  expect(await createOwnConnection(dependencies).read(caller)).toEqual({ label: null, connection: null });
  expect(lines).toMatchObject([{ msg: 'failed to read the connection to the identity provider', err: { message: 'The provider is down' } }]);
});
