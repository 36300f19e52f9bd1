// The part of an event that remains after the erasure of its customer: its type, time and object
// id.

/** Replaces the data of an erased event; a trigger allows no other replacement. */
export const ERASED_DATA = '{"erased":true}';

/** Replaces the object in the wire form of an erased event. */
export function erasedObject(id: string) {
  return { id, erased: true as const };
}
