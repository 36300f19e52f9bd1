import { registerConsole } from '../../api/console/door.ts';
import { registerPortal } from '../../api/portal/door.ts';
import type { Module } from '../module.ts';

export const pages: Module = {
  name: 'pages',
  purpose: 'The console of operators and the portal of developers.',
  requires: ['core'],
  pages: [registerConsole, registerPortal],
};
