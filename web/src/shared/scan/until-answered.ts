import { pause } from '../../api/pause.ts';
import { NoAnswerError } from '../../api/problem.ts';

const TRIES = 4;
const RETRY_MS = 1_000;

/** Retries an idempotent call that gets no answer. */
export async function untilAnswered<R>(send: () => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof NoAnswerError) || tries >= TRIES) throw error;
      await pause(RETRY_MS * tries);
    }
  }
}
