import type { ReactNode } from 'react';

interface CardProps {
  /** The address of the card within its page, after `#`. */
  readonly id?: string;
  readonly title?: string;
  readonly description?: string;
  /** To the right of the title. */
  readonly aside?: ReactNode;
  /** The level of the heading; 4 inside content that has headings of its own. */
  readonly level?: 2 | 4;
  readonly children: ReactNode;
}

/** A section of a page with a title. */
export function Card({ id, title, description, aside, level = 2, children }: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <section id={id} aria-label={title} className="scroll-mt-18 overflow-clip rounded-card border border-line bg-surface">
      {title !== undefined && (
        <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1 px-4 py-3">
          <div>
            <Heading className="text-base font-semibold">{title}</Heading>
            {description !== undefined && <p className="text-muted">{description}</p>}
          </div>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}
