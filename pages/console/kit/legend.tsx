// The legend of a plot: each line's colour beside its name.

import type { Series } from './plot.tsx';

/** A colour of the style sheet and the class that has it. */
const CLASSES: Readonly<Record<string, string>> = {
  '--info': 'info',
  '--bad': 'bad',
  '--warn': 'warn',
};

export function Legend({
  series,
}: {
  readonly series: readonly Pick<Series, 'name' | 'colour'>[];
}) {
  return (
    <ul class="legend">
      {series.map(({ name, colour }) => (
        <li key={name}>
          <span class={`swatch ${CLASSES[colour] ?? ''}`} aria-hidden="true" /> {name}
        </li>
      ))}
    </ul>
  );
}
