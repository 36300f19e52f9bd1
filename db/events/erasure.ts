// What the log keeps of an event whose customer was erased: that it happened, to which object.

/** In the place of the data of the event; a trigger lets nothing else take it. */
export const ERASED_DATA = '{"erased":true}';

/** What the event shows in the place of its object. */
export function erasedObject(id: string) {
  return { id, erased: true as const };
}
