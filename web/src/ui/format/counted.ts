/** `1 unit`, `3 units`, `1,204 units`, with the number as the browser writes it. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}
