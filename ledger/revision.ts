// The change counter of an object: its `version`, or its `revision` where `version` is that of a
// model.

export type Counted =
  | { readonly version: number }
  | { readonly version: string; readonly revision: number };

/** The number of the object's current version, from 1. */
export function countOf(object: Counted): number {
  return 'revision' in object ? object.revision : object.version;
}
