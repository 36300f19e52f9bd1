// The console: everything that an operator sees in a browser.

import { render } from 'preact';
import { App } from './shell/app.tsx';
import './shell/object-pages.ts';
import { resume } from './shell/session.ts';

void resume();
const place = document.getElementById('app');
if (place) render(<App />, place);
