import { getSignInMethods, type SignInMethods } from '@stowage/contract/identity/sign-in-methods';
import { useEffect, useState } from 'react';
import { callPublic } from '../../../api/call.ts';
import { canUsePasskeys } from '../passkey.ts';

const PASSWORD_ONLY: SignInMethods = { has_passwords: true, passkey_origin: null, single_sign_on: null };

/** How people sign in here. The form for passwords is shown until the server has answered, and when it does not answer. */
export function useSignInMethods(): { hasPasswords: boolean; hasPasskeys: boolean; provider: string | undefined } {
  const [methods, setMethods] = useState(PASSWORD_ONLY);
  useEffect(() => {
    let isShown = true;
    callPublic(getSignInMethods, {})
      .then((answer) => isShown && setMethods(answer))
      .catch(() => {});
    return () => {
      isShown = false;
    };
  }, []);
  return {
    hasPasswords: methods.has_passwords,
    // A passkey works at one address only, and another one would offer nothing.
    hasPasskeys: methods.passkey_origin === window.location.origin && canUsePasskeys(),
    provider: methods.single_sign_on ?? undefined,
  };
}
