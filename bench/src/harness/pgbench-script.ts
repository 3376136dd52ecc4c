import { readFileSync } from 'node:fs';
import type pg from 'pg';

/** What pgbench knows of a script and the reference scripts use: `\set x random(a, b)`, statements with `:x`, and `\gset`. */
type Step =
  | { readonly kind: 'random'; readonly name: string; readonly from: number; readonly to: number }
  | { readonly kind: 'query'; readonly name: string; readonly text: string; readonly values: readonly string[]; readonly storesResult: boolean };

/** Reads a pgbench script, for machines without pgbench. */
export function readScript(file: string): Step[] {
  const source = readFileSync(file, 'utf8');
  const steps = [...source.matchAll(/\\set (\w+) random\((\d+), (\d+)\)|([^;\\]+?)\s*(;|\\gset)/g)];
  return steps.map(([, name, from, to, statement = '', end], nth) => {
    if (name !== undefined) return { kind: 'random', name, from: Number(from), to: Number(to) };
    const values: string[] = [];
    const text = statement.replace(/(?<!:):(\w+)/g, (_, variable: string) => `$${values.push(variable)}`);
    return { kind: 'query', name: `reference_${nth}`, text, values, storesResult: end === '\\gset' };
  });
}

/** Runs a script once over one connection, with named prepared statements. */
export async function runScript(client: pg.ClientBase, steps: readonly Step[]): Promise<void> {
  const variables: Record<string, unknown> = {};
  for (const step of steps) {
    if (step.kind === 'random') {
      variables[step.name] = step.from + Math.floor(Math.random() * (step.to - step.from + 1));
    } else {
      const { name, text, values } = step;
      const { rows } = await client.query({ name, text, values: values.map((variable) => variables[variable]) });
      if (step.storesResult) Object.assign(variables, rows[0]);
    }
  }
}
