// The change counter of an object: `version`, or `revision` where `version` is the label of a model
// version.

export type VersionedObject =
  | { readonly version: number }
  | { readonly version: string; readonly revision: number };

/** The number of the object's latest change, from 1. */
export function revisionOf(object: VersionedObject): number {
  return 'revision' in object ? object.revision : object.version;
}
