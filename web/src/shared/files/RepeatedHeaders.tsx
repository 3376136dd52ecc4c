import { Banner } from '../../ui/Banner.tsx';

/** Two columns of a file have one name: which of them is read is told. */
export function RepeatedHeaders({ headers }: { headers: readonly string[] }) {
  return <Banner tone="warn">Several columns are called {headers.map((header) => `“${header}”`).join(', ')}: of each the first is read.</Banner>;
}
