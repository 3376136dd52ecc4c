import type { OidcConfig } from '../../../platform/config/sign-in-config.ts';
import { createLogger } from '../../../platform/logger.ts';
import { createProvider } from './provider.ts';

/** What `stowage doctor` reports of the provider. @throws AppError when it does not answer */
export async function readProvider(config: OidcConfig, publicAddress: string) {
  const provider = createProvider({ config, publicAddress, logger: createLogger('silent') });
  return { issuer: await provider.issuer(), returnAddress: provider.returnAddress };
}
