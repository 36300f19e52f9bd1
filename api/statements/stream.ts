// The body of a streamed answer, which is produced only as fast as the client reads it.

const encoder = new TextEncoder();

/** Returns pieces as a stream of bytes. An error ends the answer before it is complete. */
export function streamOf(pieces: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    async cancel() {
      await source.return?.();
    },
  });
}

/**
 * Returns the stream after its first piece was produced.
 * @throws the error of the first piece, before anything is sent
 */
export async function beginStream(
  pieces: AsyncIterable<string | Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  const source = pieces[Symbol.asyncIterator]();
  let first: IteratorResult<string | Uint8Array> | null = await source.next();
  return streamOf({
    [Symbol.asyncIterator]: () => ({
      async next() {
        const piece = first ?? (await source.next());
        first = null;
        return piece;
      },
      return: async () => (await source.return?.()) ?? { done: true, value: undefined },
    }),
  });
}
