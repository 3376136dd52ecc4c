import type { ReactNode } from 'react';

interface PageLinkProps {
  readonly path: string;
  readonly onOpen: (path: string) => void;
  readonly label?: string | undefined;
  /** The link leads to the current page. */
  readonly isCurrent?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link to another page of the application, opened without a reload. The browser handles clicks that open a new tab. */
export function PageLink({ path, onOpen, label, isCurrent = false, className = 'link max-sm:min-h-11', children }: PageLinkProps) {
  return (
    <a
      href={path}
      aria-label={label}
      aria-current={isCurrent || undefined}
      className={className}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(path);
      }}
    >
      {children}
    </a>
  );
}
