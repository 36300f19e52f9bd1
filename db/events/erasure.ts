// The part of an event that outlives the erasure of its customer: its occurrence and its object.

/** In the place of the data of the event; a trigger lets nothing else take it. */
export const ERASED_DATA = '{"erased":true}';

/** Replaces the object in the wire form of an erased event. */
export function erasedObject(id: string) {
  return { id, erased: true as const };
}
