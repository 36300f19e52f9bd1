// Tracks whether a person is at the page: requests that the page makes by itself do not keep a
// session alive.

/** After this time without a key press or a touch, requests count as made by the page itself. */
const PRESENT_MS = 60_000;

let lastInputAt = performance.now();

for (const kind of ['keydown', 'pointerdown']) {
  addEventListener(kind, () => {
    lastInputAt = performance.now();
  });
}

/** Returns the header that marks requests of an idle page; empty while a person is at the page. */
export function idleHeader(): Record<string, string> {
  return performance.now() - lastInputAt > PRESENT_MS ? { 'x-console-idle': '1' } : {};
}
