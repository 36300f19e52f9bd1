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
      'wie viel|wieviel|habe ich|kontostand|ausgegeben|ich möchte|für miete|mein konto|letzten monat|' +
      'welche|zeige mir|wie hoch|gib mir|diesen monat|ausgaben|guthaben|an meine|heute|morgen',
  },
  {
    name: 'French',
    code: 'fr',
    words:
      "envoie|envoyer|virer|paie|mon|ma|s'il|vous|euros à|euro à|combien|j'ai dépensé|dépensé|" +
      'solde|mon compte|je voudrais|quel est|quelle est|dépenses|mois dernier|ce mois|montre-moi|mes|' +
      'est-ce que|payé|envoyez|virement',
  },
  {
    name: 'Spanish',
    code: 'es',
    words:
      'envía|enviar|envia|manda|paga|transfiere|por favor|a mi|cuánto|cuanto|gasté|gastado|mi cuenta|' +
      'saldo de|quiero enviar|mes pasado|cuál|dinero|he gastado|este mes|muéstrame|envíale',
  },
  {
    name: 'Italian',
    code: 'it',
    words:
      'invia|paga|trasferisci|bonifico|per favore|quanto ho|speso|il mio conto|vorrei|mese scorso|questo mese|qual è|mandare|manda a|soldi',
  },
  {
    name: 'Portuguese',
    code: 'pt',
    words:
      'transfira|pague|para|quanto gastei|minha conta|gostaria de|envie|quanto paguei|mês passado|meu saldo|qual é|dinheiro',
  },
  {
    name: 'Dutch',
    code: 'nl',
    words:
      'stuur|betaal|maak|mijn|je|hoeveel|heb ik|uitgegeven|mijn rekening|overmaken|vorige maand|naar mijn|geld|alsjeblieft',
  },
  {
    name: 'Polish',
    code: 'pl',
    words: 'wyślij|przelej|ile wydałem|moje konto|proszę|ile|wydałam|pieniądze|przelew',
  },
  {
    name: 'Turkish',
    code: 'tr',
    words: 'gönder|öde|ne kadar|hesabım|lütfen|harcadım|bakiyem|geçen ay|para gönder',
  },
  {
    name: 'Swedish',
    code: 'sv',
    words: 'skicka|betala|hur mycket|mitt konto|spenderade|förra månaden',
  },
  { name: 'Danish', code: 'da', words: 'overfør|hvor meget|brugte jeg|min konto|sidste måned' },
  { name: 'Norwegian', code: 'no', words: 'overfør|hvor mye|brukte jeg|kontoen min|forrige måned' },
  { name: 'Finnish', code: 'fi', words: 'lähetä|maksa|kuinka paljon|paljonko|tililtä|euroa' },
  { name: 'Czech', code: 'cs', words: 'pošli|zaplať|kolik|jsem|můj účet|prosím|utratil' },
  { name: 'Romanian', code: 'ro', words: 'trimite|plătește|cât am|contul meu|vă rog|cheltuit' },
  { name: 'Hungarian', code: 'hu', words: 'küldj|fizess|mennyit|számlám|költöttem|kérlek' },
  { name: 'Vietnamese', code: 'vi', words: 'chuyển|gửi|bao nhiêu|tài khoản|đã tiêu|cho mẹ' },
  { name: 'Indonesian', code: 'id', words: 'kirim|kepada' },
  { name: 'Swahili', code: 'sw', words: 'kwa|tuma' },
  { name: 'Ukrainian', code: 'uk', words: 'скільки|надішли|витратив|витратила|переказ|рахунок' },
  {
    name: 'Russian',
    code: 'ru',
    words: 'сколько|отправь|переведи|потратил|потратила|счёт|заплати',
  },
  { name: 'Chinese', code: 'zh', words: '', script: 'Han' },
  { name: 'Hindi', code: 'hi', words: '', script: 'Devanagari' },
  { name: 'Greek', code: 'el', words: '', script: 'Greek' },
  { name: 'Arabic', code: 'ar', words: '', script: 'Arabic' },
  { name: 'Hebrew', code: 'he', words: '', script: 'Hebrew' },
  { name: 'Japanese', code: 'ja', words: '', script: 'Hiragana' },
  { name: 'Korean', code: 'ko', words: '', script: 'Hangul' },
  { name: 'Thai', code: 'th', words: '', script: 'Thai' },
];

const PATTERNS = OTHER_LANGUAGES.map(({ name, words, script }) => {
  const pattern = words === '' ? null : new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, 'giu');
  // Japanese has the letters of Chinese, too.
  const bareScript = script === 'Han' ? '(?!.*[\\p{Script=Hiragana}\\p{Script=Katakana}])' : '';
  const letters = script ? new RegExp(`^${bareScript}.*\\p{Script=${script}}`, 'su') : null;
  return { name, pattern, letters };
});

/** True for text, names apart, with words of another language or mostly in other letters. */
export function looksForeign(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const foreignLetters = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter));
  const hasWords = PATTERNS.some(({ pattern }) => pattern !== null && text.search(pattern) >= 0);
  return hasWords || foreignLetters.length * 5 > letters.length * 2;
}

/** The language that `Accept-Language` names first, where it is another one than English. */
export function preferredLanguage(header = ''): string | null {
  const tag = /^\s*([a-z]{2,3})(?:-[a-z0-9]{2,8})*\s*(?:[,;]|$)/i.exec(header)?.[1]?.toLowerCase();
  return OTHER_LANGUAGES.find(({ code }) => code === tag)?.name ?? null;
}

/** Returns the answer to a message in another language. */
export function foreignAnswer(text: string, preferred: string | null): string {
  const namedLanguage = languageOf(text) ?? preferred;
  const what =
    namedLanguage === null ? 'The message is not in English' : `This looks like ${namedLanguage}`;
  return `${what}: English is the only language that is supported.`;
}

/**
 * Returns the language that a message looks like, or null when it looks like none, or like several.
 */
export function languageOf(text: string): string | null {
  const counted = PATTERNS.map(({ name, pattern, letters }) => {
    const count = pattern ? (text.match(pattern) ?? []).length : 0;
    return { name, count: count + (letters?.test(text) ? 1 : 0) };
  }).sort((candidate, other) => other.count - candidate.count);
  const [first, second] = counted;
  return first && first.count > 0 && first.count > (second?.count ?? 0) ? first.name : null;
}
