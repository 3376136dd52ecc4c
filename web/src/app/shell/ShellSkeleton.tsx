import { SkeletonRows } from '../../ui/states/States.tsx';

/** The outline of the shell, before its code has loaded. */
export function ShellSkeleton() {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[240px_minmax(0,1fr)]">
      <div className="hidden h-dvh border-r border-line bg-surface px-4 py-4 font-semibold lg:block">Stowage</div>
      <div>
        <div className="h-14 border-b border-line bg-surface" />
        <div className="mx-auto max-w-[100rem] p-3 sm:p-5">
          <SkeletonRows count={8} />
        </div>
      </div>
    </div>
  );
}
