/** A file's content that is in memory already, where parts are expected. */
export async function* inOnePart(content: Uint8Array): AsyncIterable<Uint8Array> {
  yield content;
}
