import * as z from 'zod';
import { wrongSetting } from './wrong-setting.ts';

const text = z.string().trim().min(1);
const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const list = (separator: string | RegExp) =>
  text.transform((value) =>
    value
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );

/** How people sign in: passwords, passkeys and an OpenID Connect provider. */
export const signInEnvironment = {
  /** The methods that open a session, comma-separated: password, passkey, oidc. By default all that are set up. */
  STOWAGE_SIGN_IN: list(',')
    .pipe(z.array(z.enum(['password', 'passkey', 'oidc'])).min(1))
    .optional(),
  /** The accounts, comma-separated, that may use their password although STOWAGE_SIGN_IN does not name it. */
  STOWAGE_BREAK_GLASS: list(',')
    .pipe(z.array(z.string().regex(/^[^@\s]+@[^@\s]+$/, 'must be e-mail addresses, comma-separated')))
    .optional(),
  STOWAGE_OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  STOWAGE_OIDC_CLIENT_ID: text.optional(),
  STOWAGE_OIDC_CLIENT_SECRET: text.optional(),
  /** The provider's name on the sign-in page. */
  STOWAGE_OIDC_LABEL: text.max(40).default('single sign-on'),
  STOWAGE_OIDC_SCOPES: text.default('openid email profile'),
  /** The claim with a person's groups; dots lead into objects: `realm_access.roles`. */
  STOWAGE_OIDC_GROUPS_CLAIM: text.default('groups'),
  /** `group=ROLE_ADMIN;other=ROLE_USER`: the first group that a person has decides. */
  STOWAGE_OIDC_ROLE_MAP: list(/[;\n]/)
    .pipe(z.array(z.string().regex(/^.+=.+$/, 'must be pairs such as stowage-admins=ROLE_ADMIN, separated by semicolons')))
    .optional(),
  /** The role of a new account when groups decide nothing. */
  STOWAGE_OIDC_DEFAULT_ROLE: text.default('ROLE_USER'),
  /** The domains of e-mail addresses that may sign in, comma-separated. */
  STOWAGE_OIDC_DOMAINS: list(',').optional(),
  /** Creates an account at a person's first sign-in. */
  STOWAGE_OIDC_CREATE_ACCOUNTS: onOff.default(false),
  /** Connects an account that has the verified e-mail address of the provider's. */
  STOWAGE_OIDC_LINK_BY_EMAIL: onOff.default(false),
  /** The provider's addresses count as verified although it says nothing about that. */
  STOWAGE_OIDC_TRUST_EMAIL: onOff.default(false),
  /** Whether a sign-in at the provider counts as two steps: if its `amr` claim says so, always, or never. */
  STOWAGE_OIDC_TWO_STEP: z.enum(['amr', 'always', 'never']).default('amr'),
  /** Whether signing out also signs out at the provider. */
  STOWAGE_OIDC_SIGN_OUT: onOff.default(true),
};

type Value = z.output<z.ZodObject<typeof signInEnvironment>>;

export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
  readonly label: string;
  readonly scopes: string;
  readonly groupsClaim: string;
  /** Undefined: roles are managed in Stowage. */
  readonly roleMap: readonly { readonly group: string; readonly role: string }[] | undefined;
  readonly defaultRole: string;
  /** In lower case; undefined: any. */
  readonly domains: readonly string[] | undefined;
  readonly createsAccounts: boolean;
  readonly linksByEmail: boolean;
  readonly trustsEmail: boolean;
  readonly twoStep: 'amr' | 'always' | 'never';
  readonly signsOut: boolean;
}

export interface SignInConfig {
  readonly hasPasswords: boolean;
  /** In lower case: the accounts that may always use their password. */
  readonly breakGlass: readonly string[];
  /** Whether a passkey alone opens a session; it is a second step anyway. */
  readonly hasPasskeys: boolean;
  readonly oidc: OidcConfig | undefined;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** @throws Error when the settings contradict each other */
export function readSignInConfig(value: Value): SignInConfig {
  const oidc = readOidc(value);
  const methods = value.STOWAGE_SIGN_IN ?? ['password', 'passkey', ...(oidc === undefined ? [] : ['oidc'])];
  if (methods.includes('oidc') && oidc === undefined) throw wrongSetting('STOWAGE_SIGN_IN', 'names oidc, and STOWAGE_OIDC_ISSUER is missing');
  const hasPasswords = methods.includes('password');
  const breakGlass = value.STOWAGE_BREAK_GLASS?.map((email) => email.toLowerCase()) ?? [];
  if (!hasPasswords && breakGlass.length === 0) {
    throw wrongSetting('STOWAGE_BREAK_GLASS', 'is missing. Without passwords it names the administrator who signs in when the provider is down');
  }
  return { hasPasswords, breakGlass, hasPasskeys: methods.includes('passkey'), oidc: methods.includes('oidc') ? oidc : undefined };
}

function readOidc(value: Value): OidcConfig | undefined {
  const { STOWAGE_OIDC_ISSUER: issuer, STOWAGE_OIDC_CLIENT_ID: clientId } = value;
  if (issuer === undefined && clientId === undefined) return undefined;
  if (issuer === undefined) throw wrongSetting('STOWAGE_OIDC_ISSUER', 'is missing, STOWAGE_OIDC_CLIENT_ID is there');
  if (clientId === undefined) throw wrongSetting('STOWAGE_OIDC_CLIENT_ID', 'is missing, STOWAGE_OIDC_ISSUER is there');
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'http:' && !LOOPBACK.includes(hostname)) throw wrongSetting('STOWAGE_OIDC_ISSUER', 'must start with https://');
  return {
    issuer,
    clientId,
    clientSecret: value.STOWAGE_OIDC_CLIENT_SECRET,
    label: value.STOWAGE_OIDC_LABEL,
    scopes: [...new Set(['openid', ...value.STOWAGE_OIDC_SCOPES.split(/\s+/)])].join(' '),
    groupsClaim: value.STOWAGE_OIDC_GROUPS_CLAIM,
    roleMap: value.STOWAGE_OIDC_ROLE_MAP?.map(readPair),
    defaultRole: value.STOWAGE_OIDC_DEFAULT_ROLE,
    domains: value.STOWAGE_OIDC_DOMAINS?.map((domain) => domain.toLowerCase().replace(/^@/, '')),
    createsAccounts: value.STOWAGE_OIDC_CREATE_ACCOUNTS,
    linksByEmail: value.STOWAGE_OIDC_LINK_BY_EMAIL,
    trustsEmail: value.STOWAGE_OIDC_TRUST_EMAIL,
    twoStep: value.STOWAGE_OIDC_TWO_STEP,
    signsOut: value.STOWAGE_OIDC_SIGN_OUT,
  };
}

/** A group of a directory may contain equals signs: `cn=admins,ou=groups=ROLE_ADMIN`. */
function readPair(pair: string): { group: string; role: string } {
  const at = pair.lastIndexOf('=');
  return { group: pair.slice(0, at).trim(), role: pair.slice(at + 1).trim() };
}
