// URLs of third parties with possible secrets removed.

const MASK = '…';

/**
 * A URL that may be shown to anybody. Values of the query and generated parts of the path may be
 * secrets: they are replaced by `…`.
 */
export function redactUrl({ origin, pathname, search }: URL): string {
  const path = pathname.split('/').map((part) => (looksGenerated(part) ? MASK : part));
  const pairs = search === '' ? [] : search.slice(1).split('&').map(redactPair);
  return origin + path.join('/') + (pairs.length === 0 ? '' : `?${pairs.join('&')}`);
}

/** True for a URL from which {@link redactUrl} removed a part: nothing can be sent to it. */
export function isRedactedUrl(text: string): boolean {
  return text.includes(MASK);
}

function redactPair(pair: string): string {
  const name = pair.slice(0, Math.max(0, pair.indexOf('=')));
  return name === '' || looksGenerated(name) ? MASK : `${name}=${MASK}`;
}

/** 16 letters or digits in a row, eight characters with a digit among them, or `name=value`. */
function looksGenerated(part: string): boolean {
  return /[A-Za-z0-9]{16}|=/.test(part) || (part.length >= 8 && /\d/.test(part));
}
