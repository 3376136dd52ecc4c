/** Asks the person who they are. @returns whether the server accepted the answer */
type Verify = () => Promise<boolean>;

let verify: Verify | undefined;
let asking: Promise<boolean> | undefined;

/** Sets how the page asks. @returns a function that unsets it */
export function onVerificationRequired(ask: Verify): () => void {
  verify = ask;
  return () => {
    verify = undefined;
  };
}

/** Calls that need a verification at the same time share one question. */
export function askToVerify(): Promise<boolean> {
  asking ??= (verify?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined;
  });
  return asking;
}
