// Parts of a page that ask the same thing at the same time.

import { othersChanges, ownChanges } from './load.tsx';

/**
 * A question that goes to the bank once for all parts that ask it before its answer is there. An
 * answer that was asked for before a change is not shared after it.
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
