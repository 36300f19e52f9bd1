// The package names its own types so that no compiler finds them.
declare module 'unicode-confusables' {
  /** Maps every letter to the letter that Unicode lists as confusable with it. */
  export function rectifyConfusion(text: string): string;
}
