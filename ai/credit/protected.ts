// What no assessment may know. None of it is asked for, none of it that the bank knows of a
// customer is handed to the rules or the model, and a name for it among the metadata is refused:
// what is written down beside a decision is read with it one day.

/** Listed in every answer. */
export const EXCLUDED_ATTRIBUTES = [
  'age',
  'colour',
  'country_of_residence',
  'date_of_birth',
  'disability',
  'ethnic_origin',
  'family_and_children',
  'health',
  'language',
  'marital_status',
  'name',
  'national_origin',
  'nationality',
  'postal_address',
  'public_assistance_income',
  'race',
  'religion',
  'sex_and_gender',
  'sexual_orientation',
] as const;

/** Parts of names, without anything but letters, that stand for one of them. */
const TELLING = [
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

/** Names that are telling only as a whole word: "page" holds "age". */
const WORDS = ['age', 'dob', 'sex', 'race', 'zip', 'religion', 'veteran'] as const;

/** True when a key names a protected attribute or a usual stand-in for one. */
export function namesProtected(key: string): boolean {
  const words = key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  const letters = words.join('');
  return (
    words.some((word) => (WORDS as readonly string[]).includes(word)) ||
    (WORDS as readonly string[]).includes(letters) ||
    TELLING.some((part) => letters.includes(part))
  );
}
