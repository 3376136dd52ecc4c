import type { AppContext } from './app-context.ts';
import type { Config } from './config/config.ts';
import { createUserService } from './features/identity/index.ts';
import { AppError } from './platform/app-error.ts';
import { wrongSetting } from './platform/config/wrong-setting.ts';
import { isInstalled } from './platform/paths.ts';

interface Options {
  /** Prints a line for the person at the terminal. */
  readonly say: (line: string) => void;
  /** Whether a person reads those lines; a log never gets the password. */
  readonly isShown: boolean;
}

type Settings = Pick<Config, 'adminEmail' | 'adminPassword'>;

/**
 * Says how to sign in as soon as the account exists, so that a later failure of the start can't hide the password.
 * @throws Error naming the variable when its password is refused
 */
export async function ensureAdministrator(
  { adminEmail, adminPassword }: Settings,
  context: Pick<AppContext, 'db' | 'clock' | 'firstPassword'>,
  { say, isShown }: Options,
): Promise<void> {
  const { firstPassword } = context;
  const store = (password: string) => {
    if (!isShown && adminPassword === undefined) firstPassword.write(adminEmail, password);
  };
  const password = await createUserService(context).ensureAdministrator(adminEmail, adminPassword, store).catch(nameVariable);
  const reset = `${isInstalled() ? '' : 'npx '}stowage user reset <e-mail>`;
  if (password === undefined) {
    say(`Sign in with your account. To reset a forgotten password: ${reset}`);
  } else if (adminPassword !== undefined) {
    say(`Sign in as ${adminEmail} with the password from STOWAGE_ADMIN_PASSWORD`);
  } else {
    say(`Sign in as ${adminEmail} with the password ${isShown ? password : `in ${firstPassword.path}`}`);
    say(`You choose another password at the first sign-in. To generate a new one: ${reset}`);
  }
}

function nameVariable(error: unknown): never {
  if (error instanceof AppError && error.extra.reason === 'weak_password') throw wrongSetting('STOWAGE_ADMIN_PASSWORD', error.message);
  throw error;
}
