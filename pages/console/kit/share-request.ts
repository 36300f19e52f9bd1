// One request for all parts of a page that need the same data.

import { othersChanges, ownChanges } from './load.tsx';

/**
 * Returns a function that shares one request: callers get the answer of the request that is already
 * under way. After a change, the next call sends a new request.
 */
export function shareRequest<T>(send: () => Promise<T>): () => Promise<T> {
  let running: { readonly changes: string; readonly answer: Promise<T> } | null = null;
  return () => {
    const changes = `${ownChanges.peek()}/${othersChanges.peek()}`;
    if (running?.changes === changes) return running.answer;
    const request = { changes, answer: send() };
    running = request;
    const forget = () => {
      if (running === request) running = null;
    };
    request.answer.then(forget, forget);
    return request.answer;
  };
}
