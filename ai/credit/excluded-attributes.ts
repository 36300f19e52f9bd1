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
