// Names of protected characteristics and of their proxies, by which credit may not be decided: no
// credit model learns from a column with such a name, and no note beside a decision has one.

/** Parts of names, reduced to letters, that mean a protected characteristic or a proxy. */
const PROTECTED_PARTS = [
  'birth',
  'children',
  'citizen',
  'color',
  'colour',
  'countryoforigin',
  'dependant',
  'dependent',
  'disab',
  'divorc',
  'ethnic',
  'faith',
  'firstname',
  'gender',
  'givenname',
  'husband',
  'immigra',
  'language',
  'lastname',
  'maiden',
  'marital',
  'married',
  'mothertongue',
  'nationality',
  'nationalorigin',
  'neighbourhood',
  'neighborhood',
  'postalcode',
  'postcode',
  'pregnan',
  'religio',
  'sexual',
  'spouse',
  'surname',
  'welfare',
  'wife',
  'zipcode',
] as const;

/** Names that count only as a whole word, because "page" contains "age". */
const PROTECTED_WORDS = ['age', 'dob', 'sex', 'race', 'zip', 'religion', 'veteran'] as const;

/** Returns true when a key names a protected characteristic or a usual proxy. */
export function isProtectedName(key: string): boolean {
  const words = key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  const letters = words.join('');
  return (
    words.some((word) => (PROTECTED_WORDS as readonly string[]).includes(word)) ||
    (PROTECTED_WORDS as readonly string[]).includes(letters) ||
    PROTECTED_PARTS.some((part) => letters.includes(part))
  );
}
