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

/** The name of the role in an address; empty when the address leaves it to the environment. */
export function roleIn(url: string): string {
  return decodeURIComponent(new URL(hostUrls(url)[0]).username);
}

export function isDatabaseUrl(url: string): boolean {
  return hostUrls(url).every((each) => URL.canParse(each) && /^postgres(ql)?:$/.test(new URL(each).protocol));
}
