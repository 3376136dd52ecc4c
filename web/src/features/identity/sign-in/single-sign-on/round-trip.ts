/** Why the page sends the browser to the identity provider. */
export type RoundTripPurpose = 'SIGN_IN' | 'CONNECT' | 'VERIFY';

interface RoundTrip {
  readonly purpose: RoundTripPurpose;
  /** The page to go back to: a path of our own. */
  readonly returnTo: string;
}

const KEY = 'stowage.single-sign-on';
const SIGN_IN: RoundTrip = { purpose: 'SIGN_IN', returnTo: '/' };

/** Leaves for the identity provider. */
export function leaveFor(address: string, trip: RoundTrip): void {
  sessionStorage.setItem(KEY, JSON.stringify(trip));
  window.location.assign(address);
}

/** Why the browser was sent away; a sign-in unless this tab knows better. */
export function currentTrip(): RoundTrip {
  try {
    const { purpose, returnTo } = JSON.parse(sessionStorage.getItem(KEY) ?? '') as RoundTrip;
    return { purpose, returnTo: /^\/(?![/\\])/.test(returnTo) ? returnTo : '/' };
  } catch {
    return SIGN_IN;
  }
}

export function forgetTrip(): void {
  sessionStorage.removeItem(KEY);
}
