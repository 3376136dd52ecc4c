/**
 * Keeps the end of a scrolling box in view when a message makes the box shorter. It opens at its beginning, and scrolls freely.
 * @returns a function that stops it
 */
export function keepEndInView(box: HTMLElement): () => void {
  // jsdom has no layout.
  if (typeof ResizeObserver === 'undefined') return () => {};
  let height = box.clientHeight;
  let isAtEnd = isEndInView(box);
  const onScroll = () => {
    isAtEnd = isEndInView(box);
  };
  const watch = new ResizeObserver(() => {
    if (box.clientHeight < height && isAtEnd) box.scrollTop = box.scrollHeight;
    height = box.clientHeight;
    onScroll();
  });
  watch.observe(box);
  box.addEventListener('scroll', onScroll);
  return () => {
    watch.disconnect();
    box.removeEventListener('scroll', onScroll);
  };
}

function isEndInView({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollTop + clientHeight >= scrollHeight - 1;
}
