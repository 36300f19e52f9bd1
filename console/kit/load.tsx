// Loads the data of a page: when the page opens, when its address changes, and when a part of the
// data may have changed.

import { type Signal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { wordsOf } from './faults.ts';

export interface Loaded<T> {
  readonly data: T | null;
  readonly error: unknown;
}

/** Counts the changes that the person at this page has made: every open question is asked anew. */
export const ownChanges: Signal<number> = signal(0);
/** Counts the changes that others have made: only questions with `isLive` are asked anew. */
export const othersChanges: Signal<number> = signal(0);
/** Moves with it, some seconds later and once for all changes until then. */
export const othersChangesSlowly: Signal<number> = signal(0);

/**
 * How an open question follows changes at the bank: `slowly` where its answer is expensive to
 * count.
 */
export type Following = boolean | 'slowly';

function changesFor(isLive: Following): number | null {
  if (isLive === false) return null;
  return isLive === 'slowly' ? othersChangesSlowly.value : othersChanges.value;
}

/**
 * @param about values that the question depends on, or null when there is nothing to ask yet
 * @param isLive asks again after each change at the bank; not for personal data, because each read
 * of it is audited
 */
export function useLoad<T>(
  question: () => Promise<T>,
  about: readonly (string | number | boolean)[] | null,
  { isLive = false }: { readonly isLive?: Following } = {},
): Loaded<T> {
  const [state, setState] = useState<{ key: string; data: T | null; error: unknown }>({
    key: '',
    data: null,
    error: null,
  });
  const key = about === null ? '' : JSON.stringify(about);
  const changes = `${ownChanges.value}/${changesFor(isLive)}`;
  // Not after the paint: the question would wait for a frame that shows nothing of its answer.
  useLayoutEffect(() => {
    if (about === null) return;
    let isOver = false;
    question().then(
      (data) => isOver || setState({ key, data, error: null }),
      (error: unknown) => isOver || setState({ key, data: null, error }),
    );
    return () => {
      isOver = true;
    };
  }, [key, changes]);
  const isCurrent = state.key === key;
  return { data: isCurrent ? state.data : null, error: isCurrent ? state.error : null };
}

interface ShownProps<T> {
  readonly of: Loaded<T>;
  readonly children: (data: T) => ComponentChildren;
}

/** Shows the loaded data, or the error. */
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
