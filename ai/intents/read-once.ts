// Keeps what the latest texts were read as: several rules read one message, and names come back with
// every message of a customer.

/** Readings of a message and of the names in it. */
const MOST = 512;

/**
 * Returns the known value of a key, or reads it and keeps it; the oldest one goes for it.
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
