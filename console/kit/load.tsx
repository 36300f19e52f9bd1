// Loading what a page shows: asked for when the page comes, when its address changes, and again
// when something of it may have changed.

import { type Signal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { wordsOf } from './faults.ts';

export interface Loaded<T> {
  readonly data: T | null;
  readonly error: unknown;
  readonly again: () => void;
}

/** Counts what the operator has done: pages that are open ask again. */
export const news: Signal<number> = signal(0);
/** Counts what others have done: what shows no personal data asks again. */
export const stirred: Signal<number> = signal(0);

/**
 * @param about what the question depends on; null: there is nothing to ask yet
 * @param live what is asked again whenever something happens: each look at personal data is audited
 */
export function useLoad<T>(
  question: () => Promise<T>,
  about: readonly (string | number | boolean)[] | null,
  { isLive = false }: { readonly isLive?: boolean } = {},
): Loaded<T> {
  const [state, setState] = useState<{ key: string; data: T | null; error: unknown }>({
    key: '',
    data: null,
    error: null,
  });
  const [round, setRound] = useState(0);
  const key = about === null ? '' : JSON.stringify(about);
  const happened = `${news.value}/${isLive ? stirred.value : ''}`;
  useEffect(() => {
    if (about === null) return;
    let isOver = false;
    question().then(
      (data) => isOver || setState({ key, data, error: null }),
      (error: unknown) => isOver || setState({ key, data: null, error }),
    );
    return () => {
      isOver = true;
    };
  }, [key, round, happened]);
  const again = useCallback(() => setRound((count) => count + 1), []);
  const isCurrent = state.key === key;
  return { data: isCurrent ? state.data : null, error: isCurrent ? state.error : null, again };
}

interface ShownProps<T> {
  readonly of: Loaded<T>;
  readonly children: (data: T) => ComponentChildren;
}

/** What was loaded, or what went wrong. */
export function Shown<T>({ of, children }: ShownProps<T>) {
  if (of.error !== null) {
    return (
      <p class="bad" role="alert">
        {wordsOf(of.error)}
      </p>
    );
  }
  if (of.data === null) return <p class="quiet">Loading…</p>;
  return <>{children(of.data)}</>;
}
