// The stream that says when something happens: what is open then asks again by itself.

import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { othersChanges } from '../kit/load.tsx';
import { bank } from './bank.ts';
import { environment } from './router.ts';

const isLive = signal(false);
const AGAIN_MS = 3_000;
/** As long as a session lasts. */
const LONGEST_MS = 12 * 60 * 60 * 1000;

async function listen(signal: AbortSignal): Promise<void> {
  const options = { signal, timeoutMs: LONGEST_MS, retries: 0 };
  const answer = await bank.request('followBank', { environment: environment.value }, options);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  isLive.value = true;
  for (;;) {
    const { done, value = '' } = (await reader?.read()) ?? { done: true };
    if (done) return;
    if (value.includes('event: news')) othersChanges.value += 1;
  }
}

/** Says whether the page hears of what happens. */
export function LiveMark() {
  const now = environment.value;
  // As early as the questions of the page, so that no change falls between them and the stream.
  useLayoutEffect(() => {
    const over = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = (): void => {
      listen(over.signal)
        .catch(() => {})
        .finally(() => {
          isLive.value = false;
          if (!over.signal.aborted) timer = setTimeout(follow, AGAIN_MS);
        });
    };
    follow();
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [now]);
  return (
    <span class={`badge ${isLive.value ? 'good' : ''}`}>{isLive.value ? 'Live' : 'Not live'}</span>
  );
}
