// The frame around every page: the signed-in operator, the environment, and the navigation.

import { Notice } from '../kit/act.tsx';
import { KeyboardHelp } from '../kit/keyboard.tsx';
import { LiveMark, Outdated } from './live.tsx';
import { Navigation } from './navigation.tsx';
import { Page } from './pages.tsx';
import { environment, navigate, pathTo, route } from './router.ts';
import { SearchBox } from './search-box.tsx';
import { type Session, session, signOut } from './session.ts';
import { SignIn } from './sign-in.tsx';

export function App() {
  const current = session.value;
  if (current === 'unknown') return <p class="sr">Loading</p>;
  if (current === null) return <SignIn />;
  return <Frame key={current.id} session={current} />;
}

function Frame({ session }: { readonly session: Session }) {
  return (
    <>
      <a class="skip" href="#page">
        Skip to content
      </a>
      <header class="top">
        <a class="brand" href={pathTo('')}>
          Kontor console
        </a>
        <EnvironmentChoice />
        <SearchBox />
        <LiveMark />
        <div class="who">
          <a href={pathTo('me')}>{session.operator.name}</a>
          <button type="button" class="second" onClick={() => void signOut()}>
            Sign out
          </button>
        </div>
      </header>
      <div class="shell">
        <Navigation />
        <main class="page" id="page" tabIndex={-1}>
          <Outdated />
          <Page />
        </main>
      </div>
      <KeyboardHelp />
      <Notice />
    </>
  );
}

function EnvironmentChoice() {
  const change = (event: Event) => {
    const { value } = event.currentTarget as HTMLSelectElement;
    if (value !== 'sandbox' && value !== 'production') return;
    // An id of one environment means nothing in the other one.
    navigate(pathTo(route.value.path[0] ?? '', value));
  };
  const isProduction = environment.value === 'production';
  return (
    <select
      aria-label="Environment"
      class={isProduction ? 'live-mark' : ''}
      value={environment.value}
      onChange={change}
    >
      <option value="sandbox">Sandbox</option>
      <option value="production">Production</option>
    </select>
  );
}
