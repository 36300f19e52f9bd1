// Given names that have another form in the language of the list: Володимир is Vladimir there. A
// person bears both, so each form is another reading of the word.

/** Forms of one name, Russian, Ukrainian and Belarusian, as their passports write them. */
const FORMS = (
  'vladimir volodymyr uladzimir|aleksandr oleksandr aliaksandr|sergei serhii sergii siarhei siargei|' +
  'dmitri dmytro dzmitry|nikolai mykola mikalai|aleksei oleksii aliaksei|mikhail mykhailo mikhailo|' +
  'evgeni yevhen evhen ievgen yauhen iaugen|pavel pavlo|petr petro piotr piatro|vasili vasyl|' +
  'konstantin kostiantyn kanstantsin|grigori hryhorii ryhor rigor|fedor fedir fiodar|' +
  'kirill kyrylo kiryl|daniil danylo|andrei andrii|elena olena|tatiana tetiana tatsiana|' +
  'ekaterina kateryna katsiaryna|svetlana svitlana sviatlana|nadezhda nadiia nadzeia|' +
  'matvei matvii|timofei tymofii|viktor viktar|igor ihor ihar igar|oleg oleh aleh aleg|' +
  'iosif yosyp iazep|nikita mykyta mikita|viacheslav viachaslau|yaroslav yaraslau|' +
  'stanislav stanislau|vladislav vladyslav uladzislau|roman raman|bogdan bohdan bagdan'
)
  .split('|')
  .map((row) => row.split(' '));

/** Letters that passports spell in several ways. */
const plain = (text: string) => text.replace(/[jy]/g, 'i').replace(/i+/g, 'i');

const byForm = new Map(FORMS.flatMap((row) => row.map((form) => [plain(form), row] as const)));

const SOFT_SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ts(?=[ie])/g, 't'],
  [/dz(?=[ie])/g, 'd'],
];
const MIN_LETTERS = 6;

/** Undoes softened consonants of Belarusian: Putsin is Putin. */
function hardenSounds(text: string): string[] {
  if (text.length < MIN_LETTERS) return [];
  const hard = SOFT_SOUNDS.reduce((word, [from, to]) => word.replace(from, to), text);
  return hard === text ? [] : [hard];
}

/** Other forms of the same name in Latin letters. */
export function otherForms(text: string): readonly string[] {
  const key = plain(text);
  const row = byForm.get(key) ?? byForm.get(key.replace(/i$/, ''));
  return row ? row.filter((form) => plain(form) !== key) : hardenSounds(text);
}
