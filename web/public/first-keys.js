// Hears the keys that are pressed before the page's code is loaded. ui/scan/early-scans.ts takes them, so that a scan isn't cut or lost.
(() => {
  const keys = [];
  const hear = (event) => keys.push(event);
  addEventListener('keydown', hear, { capture: true });
  globalThis.firstKeys = {
    since: performance.now(),
    take() {
      removeEventListener('keydown', hear, { capture: true });
      return keys;
    },
  };
})();
