import { startSingleSignOn } from '@stowage/contract/identity/single-sign-on';
import { KeyRound } from 'lucide-react';
import { callPublic } from '../../../api/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { signInWithPasskey } from './sign-in.ts';
import { leaveFor } from './single-sign-on/round-trip.ts';

interface OtherMethodsProps {
  readonly provider: string | undefined;
  readonly hasPasskeys: boolean;
  readonly remember: boolean;
  readonly isBusy: boolean;
  /** Runs a sign-in and shows its error. */
  readonly onStart: (signIn: () => Promise<void>) => void;
}

/** The ways to sign in without a password. */
export function OtherMethods({ provider, hasPasskeys, remember, isBusy, onStart }: OtherMethodsProps) {
  return (
    <>
      {provider !== undefined && (
        <Button className="min-h-11 w-full" disabled={isBusy} onClick={() => onStart(signInAtProvider)}>
          Sign in with {provider}
        </Button>
      )}
      {hasPasskeys && (
        <Button className="min-h-11 w-full" disabled={isBusy} onClick={() => onStart(() => signInWithPasskey(remember))}>
          <KeyRound size={16} aria-hidden /> Sign in with a passkey
        </Button>
      )}
    </>
  );
}

async function signInAtProvider(): Promise<void> {
  const { address } = await callPublic(startSingleSignOn, {});
  leaveFor(address, { purpose: 'SIGN_IN', returnTo: '/' });
  // The page is on its way to the provider.
  await new Promise(() => {});
}
