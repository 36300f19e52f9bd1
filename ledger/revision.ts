// The change counter of an object: `version`, or `revision` where `version` is the label of a model
// version.

export type Counted =
  | { readonly version: number }
  | { readonly version: string; readonly revision: number };

/** The number of the object's latest change, from 1. */
export function revisionOf(object: Counted): number {
  return 'revision' in object ? object.revision : object.version;
}
