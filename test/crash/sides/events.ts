// The events of a bank about one object, through all pages of its log.

import type { HttpClient } from '../http-client.ts';

interface Page {
  readonly data: readonly { readonly type: string }[];
  readonly hasMore: boolean;
  readonly nextCursor: string;
}

/** The types of its events, in their order. */
export async function typesOf(http: HttpClient, objectId: string): Promise<string[]> {
  const emitted: string[] = [];
  for (let after = '0'; ; ) {
    const query = `objectId=${objectId}&limit=100&afterSequence=${after}`;
    const { data, hasMore, nextCursor } = await http.read<Page>(`/v1/events?${query}`);
    emitted.push(...data.map(({ type }) => type));
    // With a filter a page may be empty, and more of them behind it.
    if (!hasMore) return emitted;
    after = nextCursor;
  }
}
