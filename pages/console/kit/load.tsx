// Loads the data of a page: when the page opens, when its address changes, and when a part of the
// data may have changed.

import { type Signal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { describeError } from './faults.ts';

export interface LoadedData<T> {
  readonly data: T | null;
  readonly error: unknown;
}

/** Counts the changes that the person at this page has made; each reloads all data of the page. */
export const ownChanges: Signal<number> = signal(0);
/** Counts the changes that others have made; each reloads only data with `isLive`. */
export const othersChanges: Signal<number> = signal(0);
/** Follows `othersChanges` some seconds later, once for all changes until then. */
export const othersChangesSlowly: Signal<number> = signal(0);

/**
 * Whether data is loaded again after changes at the bank; `slowly` when the bank needs long to
 * count it.
 */
export type LiveMode = boolean | 'slowly';

function readChanges(isLive: LiveMode): number | null {
  if (isLive === false) return null;
  return isLive === 'slowly' ? othersChangesSlowly.value : othersChanges.value;
}

interface Reading {
  /** Reads once more when others have changed something since the last read began. */
  follow(changes: number | null): void;
  stop(): void;
}

/**
 * Reads now, and again for later changes of others. One request is under way at a time, and its
 * answer is shown although others have changed something meanwhile: at a bank that changes faster
 * than it answers, every answer would otherwise be dropped.
 * @param read requests the data, and returns a function that shows it
 */
function startReading(read: () => Promise<() => void>, changesNow: number | null): Reading {
  let [wantedChanges, isUnderWay, isStopped] = [changesNow, false, false];
  async function catchUp(): Promise<void> {
    isUnderWay = true;
    let begunAt: number | null;
    do {
      begunAt = wantedChanges;
      const show = await read();
      if (isStopped) return;
      show();
    } while (begunAt !== wantedChanges);
    isUnderWay = false;
  }
  void catchUp();
  return {
    follow(changes) {
      if (wantedChanges === changes) return;
      wantedChanges = changes;
      if (!isUnderWay) void catchUp();
    },
    stop() {
      isStopped = true;
    },
  };
}

/**
 * @param dependencies values that the request depends on, or null when there is nothing to request yet
 * @param isLive loads again after each change at the bank; not for personal data, because each read
 * of it is audited
 */
export function useLoad<T>(
  request: () => Promise<T>,
  dependencies: readonly (string | number | boolean)[] | null,
  { isLive = false }: { readonly isLive?: LiveMode } = {},
): LoadedData<T> {
  const [state, setState] = useState<{ key: string; data: T | null; error: unknown }>({
    key: '',
    data: null,
    error: null,
  });
  const key = dependencies === null ? '' : JSON.stringify(dependencies);
  const changes = readChanges(isLive);
  const latestRequest = useRef(request);
  latestRequest.current = request;
  const reading = useRef<Reading | null>(null);
  // A layout effect: an ordinary one would send the request only after the next frame.
  useLayoutEffect(() => {
    if (dependencies === null) return;
    const read = () =>
      latestRequest.current().then(
        (data) => () => setState({ key, data, error: null }),
        (error: unknown) => () => setState({ key, data: null, error }),
      );
    const started = startReading(read, changes);
    reading.current = started;
    return () => {
      started.stop();
      reading.current = null;
    };
  }, [key, ownChanges.value]);
  useLayoutEffect(() => reading.current?.follow(changes), [changes]);
  const isCurrent = state.key === key;
  return { data: isCurrent ? state.data : null, error: isCurrent ? state.error : null };
}

interface WhenLoadedProps<T> {
  readonly query: LoadedData<T>;
  readonly children: (data: T) => ComponentChildren;
}

/** Shows the loaded data, or the error. */
export function WhenLoaded<T>({ query, children }: WhenLoadedProps<T>) {
  if (query.error !== null) {
    return (
      <p class="bad" role="alert">
        {describeError(query.error)}
      </p>
    );
  }
  if (query.data === null) return <p class="quiet">Loading…</p>;
  return <>{children(query.data)}</>;
}
