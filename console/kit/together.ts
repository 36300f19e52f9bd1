// Parts of a page that ask the same thing at the same time.

import { othersChanges, ownChanges } from './load.tsx';

/**
 * A question that goes to the bank once for all who ask it before its answer is there. What was
 * asked before a change answers none that is asked after it.
 */
export function together<T>(ask: () => Promise<T>): () => Promise<T> {
  let open: { readonly changes: string; readonly answer: Promise<T> } | null = null;
  return () => {
    const changes = `${ownChanges.peek()}/${othersChanges.peek()}`;
    if (open?.changes === changes) return open.answer;
    const own = { changes, answer: ask() };
    open = own;
    const over = () => {
      if (open === own) open = null;
    };
    own.answer.then(over, over);
    return own.answer;
  };
}
