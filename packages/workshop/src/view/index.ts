export { foldWorkbench } from './fold-workbench.ts';
