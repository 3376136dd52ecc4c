const SCHEME_AND_USER = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;

/**
 * The address of each host in an address of one or more: `postgresql://user@one:5432,two/stowage`. node-postgres knows
 * one host only.
 */
export function hostUrls(url: string): [string, ...string[]] {
  const [, before, hosts, after] = SCHEME_AND_USER.exec(url) ?? [];
  if (before === undefined || hosts === undefined || after === undefined) return [url];
  // The choice by session is ours: the one that takes writes.
  const rest = after.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '');
  const [first = '', ...others] = hosts.split(',').map((host) => `${before}${host}${rest}`);
  return [first, ...others];
}

/** The role in an address; its name and password are empty when the address leaves them to the environment. */
export function roleIn(url: string): { readonly name: string; readonly password: string } {
  const { username, password } = new URL(hostUrls(url)[0]);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** A bare percent sign in a password is no address: the rest could be read in two ways. */
export function isDatabaseUrl(url: string): boolean {
  if (!hostUrls(url).every((each) => URL.canParse(each) && /^postgres(ql)?:$/.test(new URL(each).protocol))) return false;
  try {
    roleIn(url);
    return true;
  } catch {
    return false;
  }
}
