import type { Config } from '../../config/config.ts';
import { readProvider } from '../../features/identity/index.ts';
import { attempt, type Check, fail, ok, warn } from '../check.ts';

const NAME = 'single sign-on';

/** Reads the identity provider's metadata; nobody signs in. @returns nothing while no provider is set */
export async function checkSignIn({ signIn: { oidc }, publicUrl }: Pick<Config, 'signIn' | 'publicUrl'>): Promise<Check[]> {
  if (oidc === undefined) return [];
  if (publicUrl === undefined) return [fail(NAME, 'STOWAGE_PUBLIC_URL is not set', 'Set it: the provider sends people back to this address.')];
  const check = await attempt(NAME, 'Check STOWAGE_OIDC_ISSUER, and that this machine may call it (firewall, proxy, DNS).', async () => {
    const { issuer, returnAddress } = await readProvider(oidc, publicUrl);
    if (oidc.roleMap === undefined && oidc.createsAccounts && oidc.domains === undefined) {
      return warn(NAME, `Everybody with an account at ${issuer} gets one here`, 'Set STOWAGE_OIDC_DOMAINS or STOWAGE_OIDC_ROLE_MAP.');
    }
    return ok(NAME, `${issuer} answers. It must allow the redirect address ${returnAddress}.`);
  });
  return [check];
}
