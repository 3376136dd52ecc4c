import type { ReactNode } from 'react';

interface CardProps {
  readonly title?: string;
  readonly description?: string;
  /** At the right of the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of a page. */
export function Card({ title, description, aside, children }: CardProps) {
  return (
    <section aria-label={title} className="overflow-hidden rounded-card border border-line bg-surface">
      {title !== undefined && (
        <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1 px-4 py-3">
          <div>
            <h2 className="text-base font-semibold">{title}</h2>
            {description !== undefined && <p className="text-muted">{description}</p>}
          </div>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}
