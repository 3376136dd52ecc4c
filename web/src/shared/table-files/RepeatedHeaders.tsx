import { Banner } from '../../ui/Banner.tsx';

/** Says which of several columns with the same name is read. */
export function RepeatedHeaders({ headers }: { headers: readonly string[] }) {
  return <Banner tone="warn">Several columns are called {headers.map((header) => `“${header}”`).join(', ')}: of each the first is read.</Banner>;
}
