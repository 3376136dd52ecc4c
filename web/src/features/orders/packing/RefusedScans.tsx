import { Banner } from '../../../ui/Banner.tsx';
import { Said } from './Said.tsx';

/** What was scanned while the order had no use for it. */
export function RefusedScans({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return null;
  return (
    <div className="mb-4 grid gap-2">
      {codes.map((code) => (
        <Said key={code}>
          <Banner tone="bad">{code} was not taken: nothing is scanned for this order now.</Banner>
        </Said>
      ))}
    </div>
  );
}
