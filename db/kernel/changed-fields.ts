// What an act changed of an object, for its event.

/** The earlier values of what an act changed of an object: `previous` of its event. */
export function changedFields(before: object, after: object): Record<string, unknown> {
  const now = new Map(Object.entries(after));
  const changes = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(now.get(name)),
  );
  return Object.fromEntries(changes.filter(([name]) => !/^(version|updatedAt)$/.test(name)));
}
