import { hash, verify } from '@node-rs/argon2';

/** argon2id with OWASP's parameters: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each check takes 19 MiB and some 60 ms of a core: more at once would only make everybody wait. */
const MAX_AT_ONCE = 4;

/** The hash of a password that nobody has: verifying against it takes as long as against a real one. */
const NOBODY = await hash('nobody has this password', PARAMETERS);

let running = 0;
const waiting: (() => void)[] = [];

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, PARAMETERS));
}

/** Checks a password; takes the same time when there is no such account, so that accounts can't be guessed. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(passwordHash ?? NOBODY, password));
  return matches && typeof passwordHash === 'string';
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
