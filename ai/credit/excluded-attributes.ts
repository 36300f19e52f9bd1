// Attributes that no assessment may use. The API has no fields for them, the rules and the model do
// not receive those that the bank knows of a customer, and metadata keys with such a name are
// refused, because they are read together with the decision later.

/** The attributes that every answer lists. */
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
