/** Replaces `XMLHttpRequest` with a request that makes progress when the test says so. */
export class SlowLine {
  static last: SlowLine;
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 0;
  responseText = '';
  constructor() {
    SlowLine.last = this;
  }
  open(): void {}
  setRequestHeader(): void {}
  send(): void {}
  abort(): void {
    this.onabort?.();
    this.onloadend?.();
  }
  /** Reports upload progress. */
  move(loaded: number, total: number): void {
    this.upload.onprogress?.({ loaded, total });
  }
  answer(body: object): void {
    this.status = 200;
    this.responseText = JSON.stringify(body);
    this.onload?.();
    this.onloadend?.();
  }
}
