// Invisible characters in texts of strangers. They split a word that looks whole, or carry text
// that programs read and people do not see. Characters that shape a visible character (joiners in
// Persian and Indic scripts and in emoji, variants of an emoji or a Han character, the letters of a
// flag) are allowed after it and refused anywhere else.

/**
 * Controls except tab and line ends, lone surrogates, line separators, fillers, ignorable marks.
 */
const INVISIBLE_CANDIDATES = new RegExp(
  `[${[
    '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f',
    '\\u2028\\u2029\\u2800\\ufff9-\\ufffb',
    '\\p{Cs}\\p{Noncharacter_Code_Point}\\p{Default_Ignorable_Code_Point}',
  ].join('')}]`,
  'u',
);
const EACH_SUSPECT = new RegExp(`(?:${INVISIBLE_CANDIDATES.source})+`, 'gu');

const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Cs}]/u;

/** Characters that change the direction of a line, so that a name reads as another. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Scripts in which a joiner changes the shape of a letter. */
const JOINING_SCRIPTS = [
  ...['Arab', 'Syrc', 'Mand', 'Nkoo', 'Mong', 'Phag', 'Adlm', 'Rohg', 'Deva', 'Beng', 'Guru'],
  ...['Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Java', 'Bali'],
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
const EMOJI = '\\p{Extended_Pictographic}';
const TAG_LETTER = '\\u{e0061}-\\u{e007a}';
const SHAPING_CONTEXT = new RegExp(
  [
    `(?<=(?=[\\p{L}\\p{M}])[${JOINING_SCRIPTS}])[\\u200c\\u200d]`,
    `(?<=[${EMOJI}\\p{Emoji_Modifier}\\ufe0f\\u{e007f}])\\u200d(?=${EMOJI})`,
    `(?<=[\\p{Emoji}${EMOJI}])[\\ufe0e\\ufe0f]`,
    '(?<=[\\p{Script=Han}\\p{Sm}])[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
    '(?<=[\\p{Script=Mymr}\\p{Script=Phag}])\\ufe00',
    '(?<=\\p{Script=Mong})[\\u180b-\\u180f]',
    `(?<=\\u{1f3f4})[${TAG_LETTER}]{2}[\\u{e0030}-\\u{e0039}${TAG_LETTER}]{1,4}\\u{e007f}`,
    // A blank between letters of Braille.
    '(?<=[\\u2801-\\u28ff])\\u2800(?=[\\u2801-\\u28ff])',
  ].join('|'),
  'gu',
);

/** The first invisible character that shapes no visible character; null when there is none. */
export function findInvisible(text: string): string | null {
  if (!INVISIBLE_CANDIDATES.test(text)) return null;
  return INVISIBLE_CANDIDATES.exec(text.replace(SHAPING_CONTEXT, ''))?.[0] ?? null;
}

/** The first control character or lone surrogate of a text; null when there is none. */
export function findControl(text: string): string | null {
  return CONTROLS.exec(text)?.[0] ?? null;
}

/** The error message for a text with an invisible character. */
export function describeInvisible(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (DIRECTION.test(character)) return 'Bidirectional controls are not allowed.';
  if (code < 0xa0) return 'Control characters are not allowed.';
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')} is not visible here: leave it out.`;
}

/** The text with each run of invisible characters replaced by U+FFFD, for models that read it. */
export function markInvisible(text: string): string {
  if (!INVISIBLE_CANDIDATES.test(text)) return text;
  const parts: string[] = [];
  let end = 0;
  const add = (part: string) => parts.push(part.replace(EACH_SUSPECT, '\ufffd'));
  for (const { index, 0: shaping } of text.matchAll(SHAPING_CONTEXT)) {
    add(text.slice(end, index));
    parts.push(shaping);
    end = index + shaping.length;
  }
  add(text.slice(end));
  return parts.join('');
}
