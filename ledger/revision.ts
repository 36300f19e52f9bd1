// How often an object was changed: its `version`, or its `revision` where `version` is that of a model.

export type Counted =
  | { readonly version: number }
  | { readonly version: string; readonly revision: number };

/** How often the object was changed, from 1. */
export function countOf(object: Counted): number {
  return 'revision' in object ? object.revision : object.version;
}
