// URLs of third parties without their possible secrets.

const HIDDEN = '…';

/**
 * A URL that may be shown to anybody: without possible secrets, which are values of the query, and
 * parts of the path that look generated.
 */
export function shownUrl({ origin, pathname, search }: URL): string {
  const path = pathname.split('/').map((part) => (isMade(part) ? HIDDEN : part));
  const pairs = search === '' ? [] : search.slice(1).split('&').map(shownPair);
  return origin + path.join('/') + (pairs.length === 0 ? '' : `?${pairs.join('&')}`);
}

/** True for a shown URL whose secrets were removed: nothing can be sent there. */
export function isShownOnly(text: string): boolean {
  return text.includes(HIDDEN);
}

function shownPair(pair: string): string {
  const name = pair.slice(0, Math.max(0, pair.indexOf('=')));
  return name === '' || isMade(name) ? HIDDEN : `${name}=${HIDDEN}`;
}

/** 16 letters and figures in a row, eight signs with a figure among them, or `name=value`. */
function isMade(part: string): boolean {
  return /[A-Za-z0-9]{16}|=/.test(part) || (part.length >= 8 && /\d/.test(part));
}
