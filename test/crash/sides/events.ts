// Reads the events about one object, through all pages of the event log.

import type { HttpClient } from '../http-client.ts';

interface Page {
  readonly data: readonly { readonly type: string }[];
  readonly hasMore: boolean;
  readonly nextCursor: string;
}

/** Returns the types of the events, in order. */
export async function listEventTypes(http: HttpClient, objectId: string): Promise<string[]> {
  const emitted: string[] = [];
  for (let after = '0'; ; ) {
    const query = `objectId=${objectId}&limit=100&afterSequence=${after}`;
    const { data, hasMore, nextCursor } = await http.read<Page>(`/v1/events?${query}`);
    emitted.push(...data.map(({ type }) => type));
    // With a filter a page may be empty although further pages follow.
    if (!hasMore) return emitted;
    after = nextCursor;
  }
}
