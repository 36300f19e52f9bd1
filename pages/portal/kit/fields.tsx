// Form fields, each with the bank's error message about it.

import { Field } from '../../console/kit/act.tsx';

interface CommonProps {
  readonly label: string;
  readonly name: string;
  readonly error: unknown;
  readonly help?: string;
}

interface TextProps extends CommonProps {
  readonly type?: 'text' | 'email' | 'url' | 'number' | 'password' | 'datetime-local';
  readonly isRequired?: boolean;
  readonly value?: string;
  readonly maxLength?: number;
}

export function TextField({ type = 'text', isRequired = false, ...rest }: TextProps) {
  const { value, maxLength, ...field } = rest;
  return (
    <Field {...field}>
      {(props) => (
        <input
          {...props}
          // The other attributes are the same for each of these types.
          type={type as 'text'}
          required={isRequired}
          defaultValue={value ?? ''}
          maxLength={maxLength ?? 500}
          autocomplete="off"
        />
      )}
    </Field>
  );
}

interface ChoiceProps extends CommonProps {
  /** The options; the first one is selected at the beginning. */
  readonly options: readonly (readonly [value: string, text: string])[];
}

export function ChoiceField({ options, ...field }: ChoiceProps) {
  return (
    <Field {...field}>
      {(props) => (
        <select {...props}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Returns the trimmed text of a field, or null when it is empty. */
export function readText(form: FormData, name: string): string | null {
  const text = String(form.get(name) ?? '').trim();
  return text === '' ? null : text;
}

/** Returns the trimmed texts of the fields by name, without empty fields. */
export function readFilled<Name extends string>(
  form: FormData,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const fields = names.flatMap((name) => {
    const text = readText(form, name);
    return text === null ? [] : [[name, text] as const];
  });
  return Object.fromEntries(fields) as Partial<Record<Name, string>>;
}
