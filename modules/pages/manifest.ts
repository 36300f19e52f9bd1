import { registerConsole } from '../../api/console/door.ts';
import { registerPortal } from '../../api/portal/door.ts';
import type { Module } from '../module.ts';

export const pages: Module = {
  name: 'pages',
  purpose: 'The pages of operators and of developers.',
  requires: ['core'],
  pages: [registerConsole, registerPortal],
};
