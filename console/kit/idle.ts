// Whether a person is at the page: what it asks by itself keeps no session alive.

/** Without a key or a touch for so long, what the page asks is its own doing. */
const PRESENT_MS = 60_000;

let touchedAt = performance.now();

for (const kind of ['keydown', 'pointerdown']) {
  addEventListener(kind, () => {
    touchedAt = performance.now();
  });
}

/** Says that the page is idle, where that is so. */
export function idleHeader(): Record<string, string> {
  return performance.now() - touchedAt > PRESENT_MS ? { 'x-console-idle': '1' } : {};
}
