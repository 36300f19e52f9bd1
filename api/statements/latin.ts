// The letters that the standard fonts of PDF have (WinAnsi, which is Windows-1252). Other letters
// lose their marks if that helps, and are a question mark if it does not.

const BEYOND_LATIN_1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** A text in one line, in letters of Windows-1252. */
export function latin(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  const letters = text.normalize('NFC').replace(/\s+/gu, ' ');
  return Array.from(letters, (letter) => (isLatin(letter) ? letter : plain(letter))).join('');
}

function isLatin(letter: string): boolean {
  return /^[ -~\u00a0-\u00ff]$/.test(letter) || BEYOND_LATIN_1.has(letter);
}

function plain(letter: string): string {
  const [base = ''] = letter.normalize('NFD');
  return isLatin(base) ? base : '?';
}
