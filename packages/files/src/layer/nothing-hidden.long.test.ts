import { nothingHiddenSuite } from './nothing-hidden-suite.ts';

nothingHiddenSuite(40, 11);
