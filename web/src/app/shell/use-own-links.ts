import type { AnyRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Follows links to our own pages without loading the page anew: features write plain links, because they know no router.
 * A new tab, a download, and what somebody else has handled stay the browser's.
 */
export function useOwnLinks(router: AnyRouter): void {
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null;
      if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.hasAttribute('download') || link.pathname.startsWith('/api/')) return;
      event.preventDefault();
      router.history.push(link.pathname + link.search + link.hash);
    };
    // Behind React's own listeners, which are at the root.
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [router]);
}
