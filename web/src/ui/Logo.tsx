/** The logo with the name. @param isCompact without the name */
export function Logo({ isCompact = false }: { isCompact?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2.5 text-lg font-semibold tracking-tight">
      <img src="/favicon.svg" alt={isCompact ? 'Stowage' : ''} width={28} height={28} />
      {!isCompact && 'Stowage'}
    </span>
  );
}
