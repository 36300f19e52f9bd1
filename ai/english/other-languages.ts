// Words by which a message in another language is known: commands and questions about money that no
// English message has.

/** A language, and words of it; a script where the letters alone name it. */
export const OTHER_LANGUAGES: readonly {
  readonly name: string;
  readonly code: string;
  readonly words: string;
  readonly script?: string;
}[] = [
  {
    name: 'German',
    code: 'de',
    words:
      'überweise|überweisen|sende|schicke|zahle|bitte|meine|an meinen|an meinem|och|und|und dann|' +
      'wie viel|wieviel|habe ich|kontostand|ausgegeben|ich möchte|für miete|mein konto|letzten monat',
  },
  {
    name: 'French',
    code: 'fr',
    words:
      "envoie|envoyer|virer|paie|mon|ma|s'il|vous|euros à|euro à|combien|j'ai dépensé|dépensé|" +
      'solde|mon compte|je voudrais|quel est',
  },
  {
    name: 'Spanish',
    code: 'es',
    words:
      'envía|enviar|envia|manda|paga|transfiere|por favor|a mi|cuánto|cuanto|gasté|gastado|mi cuenta|' +
      'saldo de|quiero enviar|mes pasado',
  },
  {
    name: 'Italian',
    code: 'it',
    words: 'invia|paga|trasferisci|bonifico|per favore|quanto ho|speso|il mio conto|vorrei',
  },
  {
    name: 'Portuguese',
    code: 'pt',
    words: 'transfira|pague|para|quanto gastei|minha conta|gostaria de',
  },
  {
    name: 'Dutch',
    code: 'nl',
    words: 'stuur|betaal|maak|mijn|je|hoeveel|heb ik|uitgegeven|mijn rekening',
  },
  { name: 'Polish', code: 'pl', words: 'wyślij|przelej|ile wydałem|moje konto|proszę' },
  { name: 'Turkish', code: 'tr', words: 'gönder|öde|ne kadar|hesabım|lütfen' },
  { name: 'Swedish', code: 'sv', words: 'skicka|betala|hur mycket|mitt konto' },
  { name: 'Indonesian', code: 'id', words: 'kirim|kepada' },
  { name: 'Swahili', code: 'sw', words: 'kwa|tuma' },
  { name: 'Greek', code: 'el', words: '', script: 'Greek' },
  { name: 'Arabic', code: 'ar', words: '', script: 'Arabic' },
  { name: 'Hebrew', code: 'he', words: '', script: 'Hebrew' },
  { name: 'Japanese', code: 'ja', words: '', script: 'Hiragana' },
  { name: 'Korean', code: 'ko', words: '', script: 'Hangul' },
  { name: 'Thai', code: 'th', words: '', script: 'Thai' },
];

const PATTERNS = OTHER_LANGUAGES.map(({ name, words, script }) => {
  const pattern = words === '' ? null : new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, 'giu');
  return { name, pattern, letters: script ? new RegExp(`\\p{Script=${script}}`, 'u') : null };
});

/** True for a message with words of another language. */
export function hasForeignWords(text: string): boolean {
  return PATTERNS.some(({ pattern }) => pattern !== null && text.search(pattern) >= 0);
}

/** The language that a message looks like; null: no other one, or several alike. */
export function languageOf(text: string): string | null {
  const counted = PATTERNS.map(({ name, pattern, letters }) => {
    const count = pattern ? (text.match(pattern) ?? []).length : 0;
    return { name, count: count + (letters?.test(text) ? 1 : 0) };
  }).sort((one, other) => other.count - one.count);
  const [first, second] = counted;
  return first && first.count > 0 && first.count > (second?.count ?? 0) ? first.name : null;
}
