// Machine-readable zones with valid check digits (ICAO 9303, part 3).

const WEIGHTS = [7, 3, 1];

/** Computes the check digit of a text of A to Z, digits and <. */
function computeCheckDigit(text: string): string {
  const sum = [...text].reduce((all, letter, index) => {
    const value = /\d/.test(letter)
      ? Number(letter)
      : letter === '<'
        ? 0
        : letter.charCodeAt(0) - 55;
    return all + value * (WEIGHTS[index % 3] ?? 1);
  }, 0);
  return String(sum % 10);
}

const addCheckDigit = (text: string) => text + computeCheckDigit(text);

interface Holder {
  readonly lastName: string;
  readonly firstName: string;
  /** Date as `851210`. */
  readonly born: string;
  readonly expires: string;
  readonly state: string;
  readonly number: string;
}

/** Returns the three lines of an identity card (TD1). */
export function makeCardMrz({
  lastName,
  firstName,
  born,
  expires,
  state,
  number,
}: Holder): string[] {
  const top = `ID${state}${addCheckDigit(number.padEnd(9, '<'))}`.padEnd(30, '<');
  const days = `${addCheckDigit(born)}F${addCheckDigit(expires)}`;
  const digit = computeCheckDigit(
    `${top.slice(5)}${addCheckDigit(born)}${addCheckDigit(expires)}${'<'.repeat(11)}`,
  );
  return [
    top,
    `${days}${state}${'<'.repeat(11)}${digit}`,
    `${lastName}<<${firstName}`.padEnd(30, '<'),
  ];
}

/** Returns the two lines of a passport (TD3). */
export function makePassportMrz({
  lastName,
  firstName,
  born,
  expires,
  state,
  number,
}: Holder): string[] {
  const top = `P<${state}${lastName}<<${firstName}`.padEnd(44, '<');
  const checkDigit = addCheckDigit(number.padEnd(9, '<'));
  const secondLine = `${addCheckDigit(born)}F${addCheckDigit(expires)}${addCheckDigit('<'.repeat(14))}`;
  const composite = computeCheckDigit(
    `${checkDigit}${addCheckDigit(born)}${addCheckDigit(expires)}${addCheckDigit('<'.repeat(14))}`,
  );
  return [top, `${checkDigit}${state}${secondLine}${composite}`];
}
