import { removeDemo } from '../demo/index.ts';
import { AppError } from '../platform/app-error.ts';
import { withPlatform } from './with-platform.ts';

/** `stowage demo remove` */
export const removeDemoData = () =>
  withPlatform(async (context) => {
    try {
      await removeDemo(context);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      console.error(error.message);
      return 1;
    }
    console.log('The demo data is removed. Accounts, settings and locations stayed, and no start creates the demo again.');
    return 0;
  });
