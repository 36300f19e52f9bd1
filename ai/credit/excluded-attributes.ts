// Attributes that no assessment may know. None is asked for, none that the bank knows of a customer
// is given to the rules or the model, and a name for one in the metadata is refused: notes beside a
// decision are read with it later.

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
