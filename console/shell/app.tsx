// The frame around every page: who is signed in, in which environment, and where one can go.

import { useEffect } from 'preact/hooks';
import { KeyboardHelp } from './keyboard.tsx';
import { environment, go, pathTo, place } from './router.ts';
import { resume, session, signOut } from './session.ts';
import { SignIn } from './sign-in.tsx';

export function App() {
  useEffect(() => void resume(), []);
  const found = session.value;
  if (found === 'unknown') return <p class="sr">Loading</p>;
  if (found === null) return <SignIn />;
  return <Frame />;
}

function Frame() {
  const found = session.value;
  if (found === null || found === 'unknown') return null;
  return (
    <>
      <a class="skip" href="#page">
        To the page
      </a>
      <header class="top">
        <a class="brand" href={pathTo('')}>
          Kontor console
        </a>
        <EnvironmentChoice />
        <div class="who">
          <span>{found.operator.name}</span>
          <button type="button" class="second" onClick={() => void signOut()}>
            Sign out
          </button>
        </div>
      </header>
      <main class="page" id="page" tabIndex={-1}>
        <h1>{found.operator.name}</h1>
        <p>Your roles: {found.operator.roles.join(', ')}.</p>
      </main>
      <KeyboardHelp />
    </>
  );
}

function EnvironmentChoice() {
  const change = (event: Event) => {
    const { value } = event.currentTarget as HTMLSelectElement;
    if (value !== 'sandbox' && value !== 'production') return;
    // An id of one environment means nothing in the other one.
    go(pathTo(place.value.path[0] ?? '', value));
  };
  const live = environment.value === 'production';
  return (
    <select
      aria-label="Environment"
      class={live ? 'live-mark' : ''}
      value={environment.value}
      onChange={change}
    >
      <option value="sandbox">Sandbox</option>
      <option value="production">Production</option>
    </select>
  );
}
