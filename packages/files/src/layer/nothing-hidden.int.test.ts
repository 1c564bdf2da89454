import { nothingHiddenSuite } from './nothing-hidden-suite.ts';

nothingHiddenSuite(1, 3);
