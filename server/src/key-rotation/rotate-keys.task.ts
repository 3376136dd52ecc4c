import type { AppContext } from '../app-context.ts';
import type { Task } from '../platform/jobs/task.ts';
import { continueRotation, type RotationContext } from './rotate-keys.ts';

/** Continues a rotation every ten minutes. */
export function rotateKeysTask(context: RotationContext & Pick<AppContext, 'logger'>): Task {
  return {
    name: 'rotate-keys',
    cron: '*/10 * * * *',
    async run(_, signal) {
      if (context.secrets.encryptionKey.all().length < 2) return;
      const pass = await continueRotation(context, signal);
      if (pass !== undefined) context.logger.info({ ...pass }, 'secrets were sealed with the current key');
    },
  };
}
