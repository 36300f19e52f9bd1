// Values that belong to an object, such as the transaction or the database of a ledger: set once
// for the object, and found by it.

export interface PartOf<Key extends object, Part> {
  (key: Key): Part;
  set(key: Key, part: Part): void;
}

/**
 * Declares a part.
 * @param name the part's name in the error when it was not set
 * @param absent the default where the part was not set; when omitted, the part is required
 */
export function partOf<Key extends object, Part>(name: string, absent?: Part): PartOf<Key, Part> {
  const parts = new WeakMap<Key, Part>();
  const find = (key: Key): Part => {
    const part = parts.has(key) ? parts.get(key) : absent;
    if (part === undefined) throw new Error(`the ledger was opened without ${name}`);
    return part;
  };
  return Object.assign(find, { set: (key: Key, part: Part) => void parts.set(key, part) });
}
