import { Banner } from '../../../ui/Banner.tsx';
import { ScrollIntoView } from './ScrollIntoView.tsx';

/** The codes that were scanned while the order could not use them. */
export function RefusedScans({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return null;
  return (
    <div className="mb-4 grid gap-2">
      {codes.map((code) => (
        <ScrollIntoView key={code}>
          <Banner tone="bad">{code} was ignored. This order needs no scan now.</Banner>
        </ScrollIntoView>
      ))}
    </div>
  );
}
