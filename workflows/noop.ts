// A workflow that does nothing: the floor against which bench/ measures every other one.

/** Returns at once. */
export async function noop(): Promise<number> {
  return 1;
}
