/** Whether the page is as narrow as a phone's, where rows are cards of which little fits on the screen. */
export function isPhone(): boolean {
  return window.matchMedia('(width < 40rem)').matches;
}
