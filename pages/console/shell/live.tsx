// The stream of change events. Each event loads the data of the page again.

import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { useKeys } from '../kit/keyboard.tsx';
import { othersChanges, othersChangesSlowly, ownChanges } from '../kit/load.tsx';
import { bank } from './bank.ts';
import { environment } from './router.ts';
import { isOutdated, watched } from './watch.ts';

const isLive = signal(false);
const RECONNECT_MS = 3_000;
/** The longest session; the stream needs no longer timeout. */
const STREAM_TIMEOUT_MS = 12 * 60 * 60 * 1000;

/** Shortest time between two requests for data that the bank needs long to count. */
const SLOWLY_MS = 10_000;

let isSlowPlanned = false;

function noteChange(): void {
  othersChanges.value += 1;
  if (isSlowPlanned) return;
  isSlowPlanned = true;
  setTimeout(() => {
    isSlowPlanned = false;
    othersChangesSlowly.value += 1;
  }, SLOWLY_MS);
}

async function listen(subject: string | null, signal: AbortSignal): Promise<void> {
  const options = { signal, timeoutMs: STREAM_TIMEOUT_MS, retries: 0 };
  const filter = {
    environment: environment.peek(),
    ...(subject === null ? {} : { about: subject }),
  };
  const answer = await bank.request('followBank', filter, options);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  isLive.value = true;
  for (;;) {
    const { done, value = '' } = (await reader?.read()) ?? { done: true };
    if (done) return;
    if (value.includes('event: news')) noteChange();
    if (value.includes('event: changed') && !signal.aborted) isOutdated.value = true;
  }
}

/** Shows whether the page receives change events. */
export function LiveMark() {
  const shownEnvironment = environment.value;
  const subject = watched.value;
  // After the operator's own change the page has reloaded the object, so the stream restarts.
  const since = subject === null ? 0 : ownChanges.value;
  // As early as the requests of the page, so that no change falls between them and the stream.
  useLayoutEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = (): void => {
      listen(subject, controller.signal)
        .catch(() => {})
        .finally(() => {
          isLive.value = false;
          if (!controller.signal.aborted) timer = setTimeout(follow, RECONNECT_MS);
        });
    };
    follow();
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [shownEnvironment, subject, since]);
  return (
    <span class={`badge ${isLive.value ? 'good' : ''}`}>{isLive.value ? 'Live' : 'Not live'}</span>
  );
}

/**
 * Offers to load the page again when its data has changed. A person decides, because each look is
 * recorded in the audit log.
 */
export function Outdated() {
  const show = () => {
    if (isOutdated.peek()) ownChanges.value += 1;
  };
  useKeys([{ keys: 's', does: 'Reloads the outdated page', run: show }]);
  return (
    <div role="status" class="outdated">
      {isOutdated.value ? (
        <>
          The data of this page has changed.{' '}
          <button type="button" onClick={show}>
            Show the changes <kbd>s</kbd>
          </button>
        </>
      ) : null}
    </div>
  );
}
