interface PasswordUse {
  readonly hasPasswords: boolean;
  /** In lower case: the accounts that may always use their password. */
  readonly breakGlass: readonly string[];
}

/** Whether the password of an account opens a session here. */
export function mayUsePassword({ hasPasswords, breakGlass }: PasswordUse, email: string): boolean {
  return hasPasswords || breakGlass.includes(email.toLowerCase());
}
