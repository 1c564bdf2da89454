import { mutationSuite } from './mutation-suite.ts';

mutationSuite(500);
