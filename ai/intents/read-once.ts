// Caches the readings of the latest texts, because several rules read one message, and every
// message of a customer has the same names.

/** Readings of a message and of the names in it. */
const MOST = 512;
/** Readings kept for one list of contacts: one may name all 200 contacts, 19 KB. */
export const MOST_FOR_CONTACTS = 128;

/**
 * Returns the cached value of a key, or reads and caches it in place of the oldest one.
 * @param known values that nobody changes
 */
export function readOnce<Value>(
  known: Map<string, Value>,
  key: string,
  read: () => Value,
  most = MOST,
): Value {
  const value = known.get(key);
  if (value !== undefined) return value;
  const made = read();
  const [oldest] = known.size < most ? [] : known.keys();
  if (oldest !== undefined) known.delete(oldest);
  known.set(key, made);
  return made;
}
