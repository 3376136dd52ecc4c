import { hash, verify } from '@node-rs/argon2';

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash takes 19 MiB and about 60 ms of a core. More at once would delay every other call. */
const MAX_CONCURRENT = 4;

/** Verified when an account does not exist, so that the answer takes as long as for an existing one. */
const DUMMY_HASH = await hash('nobody has this password', PARAMETERS);

let running = 0;
const waiting: (() => void)[] = [];

export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(password, PARAMETERS));
}

/** Takes the same time without an account, so that callers can't find out which accounts exist. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await limited(() => verify(passwordHash ?? DUMMY_HASH, password));
  return matches && typeof passwordHash === 'string';
}

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
