// Finds the handlers of a request. The handlers of a path without parameters are always the same, so
// they are found once: a search walks the tree of all routes, and allocates nine kilobytes.

import type { Result, Router } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';

/** Creates a router that remembers the handlers of paths without parameters. */
export function createRouter<Handler>(): Router<Handler> {
  const tree = new TrieRouter<Handler>();
  /** The found handlers by method, for each declared path without parameters. */
  const byPath = new Map<string, Map<string, Result<Handler>>>();
  return {
    name: 'RouterWithMemory',
    add(method, path, handler) {
      tree.add(method, path, handler);
      if (!/[:*{?]/.test(path)) byPath.set(path, new Map());
      // The new route may belong to requests whose handlers were found before.
      for (const found of byPath.values()) found.clear();
    },
    match(method, path) {
      const byMethod = byPath.get(path);
      if (byMethod === undefined) return tree.match(method, path);
      const known = byMethod.get(method);
      if (known !== undefined) return known;
      const found = tree.match(method, path);
      byMethod.set(method, found);
      return found;
    },
  };
}
