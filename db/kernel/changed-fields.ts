// The fields of an object that an act changed, for the object's event.

/** Returns the earlier values of the fields that an act changed: `previous` of the event. */
export function listPreviousValues(before: object, after: object): Record<string, unknown> {
  const now = new Map(Object.entries(after));
  const changes = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(now.get(name)),
  );
  return Object.fromEntries(changes.filter(([name]) => !/^(version|updatedAt)$/.test(name)));
}
