/** The settings that decide about an account. */
interface OidcConfig {
  readonly groupsClaim: string;
  readonly trustsEmail: boolean;
  readonly domains: readonly string[] | undefined;
  readonly roleMap: readonly { readonly group: string; readonly role: string }[] | undefined;
  readonly twoStep: 'amr' | 'always' | 'never';
}

/** What the provider says of a person. */
export interface ProviderAccount {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the provider made sure that the address is the person's. */
  readonly isEmailVerified: boolean;
  readonly name: string | undefined;
  readonly groups: readonly string[];
  /** How the person signed in (RFC 8176). */
  readonly methods: readonly string[];
}

type Claims = Readonly<Record<string, unknown>>;

/** Methods that prove two factors: several, or the possession of a key that its owner unlocked. */
const TWO_STEP_METHODS = ['mfa', 'hwk', 'fido', 'phr', 'phrh'];
/** What a person knows or is. */
const SECRETS = ['pwd', 'pin', 'kba', 'face', 'fpt', 'iris', 'retina', 'vbm'];
/** What a person has. A code or message alone, without a password, is one factor. */
const DEVICES = ['otp', 'sms', 'tel', 'swk', 'sc', 'pop'];

/** Reads the claims of an ID token and of the user info. */
export function accountOf(
  claims: Claims & { readonly iss: string; readonly sub: string },
  oidc: Pick<OidcConfig, 'groupsClaim' | 'trustsEmail'>,
): ProviderAccount {
  const { email, email_verified: verified, name } = claims;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' && /^[^@\s]+@[^@\s]+$/.test(email) && email.length <= 320 ? email : undefined,
    isEmailVerified: verified === true || verified === 'true' || (oidc.trustsEmail && verified === undefined),
    name: typeof name === 'string' && name.trim() !== '' ? name.trim() : undefined,
    groups: textsOf(valueAt(claims, oidc.groupsClaim)),
    methods: textsOf(claims.amr),
  };
}

/** Whether a person of this address may sign in at all. */
export function addressRefusal({ email, isEmailVerified }: ProviderAccount, { domains }: Pick<OidcConfig, 'domains'>) {
  if (domains === undefined) return undefined;
  if (email === undefined || !isEmailVerified) return 'email_not_verified' as const;
  return domains.includes(domainOf(email)) ? undefined : ('wrong_domain' as const);
}

/** The role that the groups give, as the settings name it; the first pair of the map that fits decides. */
export function mappedRole({ groups }: Pick<ProviderAccount, 'groups'>, roleMap: NonNullable<OidcConfig['roleMap']>): string | undefined {
  return roleMap.find(({ group }) => groups.includes(group))?.role;
}

/** Whether the sign-in at the provider was one in two steps. */
export function isTwoStep({ methods }: Pick<ProviderAccount, 'methods'>, twoStep: OidcConfig['twoStep']): boolean {
  const has = (some: readonly string[]) => methods.some((method) => some.includes(method));
  return twoStep === 'always' || (twoStep === 'amr' && (has(TWO_STEP_METHODS) || (has(SECRETS) && has(DEVICES))));
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** A claim by its name, or inside of objects: Keycloak has `realm_access.roles`. Names such as `https://example.com/groups` have dots too. */
function valueAt(claims: Claims, path: string): unknown {
  if (path in claims) return claims[path];
  return path.split('.').reduce<unknown>((value, name) => (typeof value === 'object' && value !== null ? (value as Claims)[name] : undefined), claims);
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((part) => typeof part === 'string') : [];
}
