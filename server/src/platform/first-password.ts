import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The file with the generated password of the first administrator, for starts without a terminal. */
export interface FirstPasswordFile {
  readonly path: string;
  /** Only this process's account can read it. */
  write(email: string, password: string): void;
  /** Deletes the file once this person has another password. */
  forget(email: string): void;
}

export function createFirstPasswordFile(dataFolder: string): FirstPasswordFile {
  const file = path.join(dataFolder, 'first-password.txt');
  const firstLine = (email: string) => `E-mail: ${email}\n`;
  return {
    path: file,
    write(email, password) {
      const draft = `${file}.${process.pid}`;
      writeFileSync(draft, `${firstLine(email)}Password: ${password}\nYou choose another one at the first sign-in. This file is deleted then.\n`, {
        mode: 0o600,
      });
      renameSync(draft, file);
    },
    forget(email) {
      if (existsSync(file) && readFileSync(file, 'utf8').startsWith(firstLine(email))) rmSync(file, { force: true });
    },
  };
}
