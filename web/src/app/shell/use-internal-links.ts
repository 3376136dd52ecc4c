import type { AnyRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Opens links to the application's pages without a reload. Features write plain links, because they don't know the router.
 * The browser still handles new tabs, downloads, and links that somebody else handled.
 */
export function useInternalLinks(router: AnyRouter): void {
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null;
      if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.hasAttribute('download') || link.pathname.startsWith('/api/')) return;
      event.preventDefault();
      router.history.push(link.pathname + link.search + link.hash);
    };
    // The document's listeners run after React's, which are at the root element.
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [router]);
}
