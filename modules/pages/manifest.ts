import { registerConsole } from '../../api/console/routes.ts';
import { registerPortal } from '../../api/portal/routes.ts';
import type { Module } from '../module.ts';

export const pages: Module = {
  name: 'pages',
  purpose: 'The console of operators and the portal of developers.',
  requires: ['core'],
  pages: [registerConsole, registerPortal],
};
